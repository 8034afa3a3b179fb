// The streams of the small account as list entries.

const ofNorthwind = { customerId: 'acme', parentClientId: 'northwind', parentClientName: 'Northwind Bank' };
const ofMuller = { customerId: 'acme', parentClientId: 'muller', parentClientName: 'Café Müller' };

export const website = {
  ...ofNorthwind,
  id: 'web',
  name: 'Website',
  score: 88.5,
  streamState: 'active',
  goals: 'Double the sign-ups',
  hasInsufficientData: true,
  historicalData: [80, 80, 80, 80, 80, 80, 80, 88.5],
  scoreChanges: { '7day': { change: 8.5, percentage: 10.6, previousScore: 80 } },
};

/** Not scored by any night yet. */
export const audit = {
  ...ofNorthwind,
  id: 'audit',
  name: 'Audit',
  score: 120,
  streamState: 'pending',
  goals: null,
  hasInsufficientData: true,
  historicalData: [],
};

export const shop = {
  ...ofMuller,
  id: 'shop',
  name: 'Shop',
  score: 150,
  streamState: 'active',
  goals: null,
  hasInsufficientData: true,
  historicalData: [150, 150, 150],
};

/** Has the same id as another client's stream, and neither a computed nor an imported score. */
export const otherWebsite = {
  ...ofMuller,
  id: 'web',
  name: 'Website',
  score: 100,
  streamState: 'inactive',
  goals: null,
  hasInsufficientData: true,
  historicalData: [],
};
