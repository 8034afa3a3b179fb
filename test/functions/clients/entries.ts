// The clients of the small account as list entries.

const entry = (id: string, name: string, score: number) => {
  return { id, customerId: 'acme', name, score, lastContactDate: null, hasInsufficientData: false, metadata: {} };
};

export const northwind = {
  ...entry('northwind', 'Northwind Bank', 152.5),
  lastContactDate: '2026-11-18T15:30:00.000Z',
  metadata: { accountOwner: 'Ada Okafor', industry: 'Banking', revenueTTM: 1200000 },
};
export const muller = {
  ...entry('muller', 'Café Müller', 99.5),
  hasInsufficientData: true,
  metadata: { revenueTTM: 90000.5 },
};
export const cafe = { ...entry('cafe', 'CAFE MULLER & Sons', 99.5), hasInsufficientData: true };
export const harbour = entry('harbour', 'Blue Harbour', 0);
export const mill = { ...entry('mill', 'Old Mill', 140), metadata: { archived: true } };
