// Runs in the browser: renders the document in the colour scheme that the reader prefers.

const reference = document.getElementById('reference');
const tryIt = reference.hasAttribute('data-try-it');
const dark = matchMedia('(prefers-color-scheme: dark)');
const followColours = () => document.documentElement.classList.toggle('dark-mode', dark.matches);

followColours();
dark.addEventListener('change', followColours);

globalThis.SwaggerUIBundle({
  spec: globalThis.apiDocument,
  domNode: reference,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 3,
  displayRequestDuration: true,
  tryItOutEnabled: tryIt,
  supportedSubmitMethods: tryIt ? ['get'] : [],
  // both would send requests to other hosts
  validatorUrl: null,
  queryConfigEnabled: false,
});
