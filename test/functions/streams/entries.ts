// The streams of the small account as list entries.

const entry = (id: string, name: string, score: number, historicalData: number[]) => {
  return { id, name, score, historicalData, goals: null, hasInsufficientData: true, customerId: 'acme' };
};
const ofNorthwind = { parentClientId: 'northwind', parentClientName: 'Northwind Bank' };
const ofMuller = { parentClientId: 'muller', parentClientName: 'Café Müller' };

export const website = {
  ...entry('web', 'Website', 88.5, [80, 80, 80, 80, 80, 80, 80, 88.5]),
  ...ofNorthwind,
  streamState: 'active',
  goals: 'Double the sign-ups',
  scoreChanges: { '7day': { change: 8.5, percentage: 10.6, previousScore: 80 } },
};

/** Not scored by any night yet. */
export const audit = { ...entry('audit', 'Audit', 120, []), ...ofNorthwind, streamState: 'pending' };

export const shop = { ...entry('shop', 'Shop', 150, [150, 150, 150]), ...ofMuller, streamState: 'active' };

/** Has the same id as another client's stream, and neither a computed nor an imported score. */
export const otherWebsite = { ...entry('web', 'Website', 100, []), ...ofMuller, streamState: 'inactive' };
