// Runs in the browser: renders the document in the colour scheme that the reader prefers.

const reference = document.getElementById('reference');
const tryIt = reference.hasAttribute('data-try-it');
const dark = matchMedia('(prefers-color-scheme: dark)');
const followColours = () => document.documentElement.classList.toggle('dark-mode', dark.matches);

followColours();
dark.addEventListener('change', followColours);

// On this machine's service only: the key survives a reload, and is forgotten with the tab.
const storedKey = 'client-health-key';
const keptKey = () => ({
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (original) => (given) => {
          sessionStorage.setItem(storedKey, given.apiKey?.value ?? '');
          return original(given);
        },
        logout: (original) => (names) => {
          sessionStorage.removeItem(storedKey);
          return original(names);
        },
      },
    },
  },
});

// What Swagger UI leaves out for screen readers, whenever it draws something anew.
const repair = () => {
  document.getElementById('servers')?.setAttribute('aria-label', 'Server');
  // its headings skip a level
  for (const heading of reference.querySelectorAll('h3,h4,h5'))
    heading.setAttribute('aria-level', heading.tagName[1] - 1);
  for (const part of reference.querySelectorAll('.information-container,.scheme-container')) {
    part.setAttribute('role', 'region');
    part.setAttribute('aria-label', part.classList.contains('scheme-container') ? 'Server and key' : 'About');
  }
  // a link within a button that does the same
  for (const link of document.querySelectorAll('.opblock-summary-control a[href]')) link.removeAttribute('href');
};
new MutationObserver(repair).observe(reference, { childList: true, subtree: true });

const ui = globalThis.SwaggerUIBundle({
  spec: globalThis.apiDocument,
  domNode: reference,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 3,
  displayRequestDuration: true,
  tryItOutEnabled: tryIt,
  supportedSubmitMethods: tryIt ? ['get'] : [],
  plugins: tryIt ? [keptKey] : [],
  onComplete: () => {
    const key = tryIt && sessionStorage.getItem(storedKey);
    if (key) ui.preauthorizeApiKey('apiKey', key);
  },
  // both would send requests to other hosts
  validatorUrl: null,
  queryConfigEnabled: false,
});
