// Made-up people; their addresses lie under .example, which nobody can own.

export const firstNames = [
  ...['Amara', 'Beatriz', 'Callum', 'Daphne', 'Elias', 'Farah', 'Greta', 'Hugo', 'Imani', 'Jonas', 'Keiko', 'Leandro'],
  ...['Maren', 'Nadia', 'Oskar', 'Priya', 'Quentin', 'Rosalind', 'Søren', 'Tamsin', 'Ulrike', 'Viktor', 'Wanda'],
  ...[
    'Ximena',
    'Yusuf',
    'Zoë',
    'Anaïs',
    'Björn',
    'Chidi',
    'Dilara',
    'Edgar',
    'Fiona',
    'Gideon',
    'Hana',
    'Ines',
    'Jude',
  ],
];

export const lastNames = [
  ...['Abernathy', 'Bergqvist', 'Castellan', 'Drummond', 'Eriksen', 'Fairbairn', 'Galloway', 'Hartmann', 'Ibáñez'],
  ...['Jankowski', 'Kowalczyk', 'Lindqvist', 'Marchetti', 'Ndiaye', 'Okonkwo', 'Pemberton', 'Quiroga', 'Rasmussen'],
  ...[
    'Sandoval',
    'Thorne',
    'Underhill',
    'Vasquez',
    'Whitlock',
    'Xanthos',
    'Yamashita',
    'Zielinski',
    'Açar',
    "O'Rourke",
  ],
];

export interface Position {
  readonly title: string;
  readonly role: string;
  readonly department: string;
}

export const positions: readonly Position[] = [
  { title: 'Chief Marketing Officer', role: 'Executive sponsor', department: 'Marketing' },
  { title: 'Head of Digital', role: 'Decision maker', department: 'Digital' },
  { title: 'Marketing Manager', role: 'Day-to-day contact', department: 'Marketing' },
  { title: 'Brand Director', role: 'Decision maker', department: 'Brand' },
  { title: 'Procurement Lead', role: 'Budget holder', department: 'Procurement' },
  { title: 'Finance Controller', role: 'Billing contact', department: 'Finance' },
  { title: 'E-Commerce Manager', role: 'Day-to-day contact', department: 'E-Commerce' },
  { title: 'Product Marketing Lead', role: 'Influencer', department: 'Product' },
  { title: 'Managing Director', role: 'Executive sponsor', department: 'Management' },
  { title: 'Communications Officer', role: 'Influencer', department: 'Communications' },
  { title: 'CRM Specialist', role: 'User', department: 'Marketing Operations' },
];
