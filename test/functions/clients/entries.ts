// The clients of the small account as list entries.

export const northwind = {
  id: 'northwind',
  customerId: 'acme',
  name: 'Northwind Bank',
  score: 152.5,
  lastContactDate: '2026-11-18T15:30:00.000Z',
  hasInsufficientData: false,
  metadata: { accountOwner: 'Ada Okafor', industry: 'Banking', revenueTTM: 1200000 },
};

export const muller = {
  id: 'muller',
  customerId: 'acme',
  name: 'Café Müller',
  score: 99.5,
  lastContactDate: null,
  hasInsufficientData: true,
  metadata: { revenueTTM: 90000.5 },
};

export const cafe = {
  id: 'cafe',
  customerId: 'acme',
  name: 'CAFE MULLER & Sons',
  score: 99.5,
  lastContactDate: null,
  hasInsufficientData: true,
  metadata: {},
};

export const harbour = {
  id: 'harbour',
  customerId: 'acme',
  name: 'Blue Harbour',
  score: 0,
  lastContactDate: null,
  hasInsufficientData: false,
  metadata: {},
};

export const mill = {
  id: 'mill',
  customerId: 'acme',
  name: 'Old Mill',
  score: 140,
  lastContactDate: null,
  hasInsufficientData: false,
  metadata: {},
};
