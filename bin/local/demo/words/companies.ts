// Invented company names. To our knowledge none is a real place or brand.

export interface Industry {
  readonly name: string;
  /** Second parts of company names. */
  readonly nouns: readonly string[];
  /** Lowest and highest revenue of twelve months, in thousands. */
  readonly revenue: readonly [number, number];
}

export const industries: readonly Industry[] = [
  { name: 'Food & Beverage', nouns: ['Foods', 'Bakery', 'Dairy', 'Coffee Roasters', 'Pantry'], revenue: [60, 480] },
  { name: 'Retail', nouns: ['Outfitters', 'Home', 'Department Stores', 'Market', 'Toys'], revenue: [80, 900] },
  { name: 'Healthcare', nouns: ['Dental', 'Clinics', 'Care', 'Diagnostics', 'Pharmacies'], revenue: [90, 700] },
  { name: 'Financial Services', nouns: ['Credit Union', 'Insurance', 'Wealth', 'Payments'], revenue: [150, 1400] },
  { name: 'Software', nouns: ['Systems', 'Cloud', 'Analytics', 'Robotics', 'Software'], revenue: [100, 1100] },
  { name: 'Travel & Leisure', nouns: ['Hotels', 'Cruises', 'Trails', 'Rail Holidays', 'Resorts'], revenue: [70, 650] },
  { name: 'Education', nouns: ['Academy', 'Learning', 'Language Schools', 'Press'], revenue: [40, 300] },
  { name: 'Manufacturing', nouns: ['Tools', 'Ceramics', 'Textiles', 'Components', 'Paper'], revenue: [60, 520] },
  { name: 'Energy', nouns: ['Solar', 'Power', 'Heat Networks', 'Energy'], revenue: [120, 950] },
  { name: 'Real Estate', nouns: ['Homes', 'Estates', 'Workspaces', 'Properties'], revenue: [50, 560] },
  { name: 'Logistics', nouns: ['Freight', 'Couriers', 'Warehousing', 'Lines'], revenue: [45, 380] },
  { name: 'Non-Profit', nouns: ['Foundation', 'Trust', 'Alliance', 'Relief'], revenue: [15, 140] },
];

export const roots = [
  ...['Alderwick', 'Amberlow', 'Ashcombe', 'Barrowgate', 'Bellhaven', 'Birchmoor', 'Brambleford', 'Brightmere'],
  ...['Calderon Bay', 'Candlewick', 'Cinderlake', 'Clovermill', 'Copperfen', 'Cranemoss', 'Dapplewood', 'Dovecroft'],
  ...['Dunmarrow', 'Eastermoor', 'Elderfield', 'Emberlyn', 'Fairwater', 'Farrowdale', 'Fennimoor', 'Foxglen'],
  ...['Galewind', 'Glassbrook', 'Goldcrest', 'Greyharbor', 'Hallowmere', 'Harbor Light', 'Hazelbourne', 'Heronsgate'],
  ...['Hollybrook', 'Inkwell', 'Ironmoor', 'Juniper Row', 'Kelderby', 'Kestrel Lane', 'Kingsmarsh', 'Lanternhill'],
  ...['Larkstone', 'Linden & Vale', 'Lowtide', 'Maplestead', 'Marrowby', 'Meadowlark', 'Millrace', 'Moonfield'],
  ...['Mossgate', 'Netherby', 'North Quay', 'Oakenfold', 'Orchard End', 'Osprey Point', 'Otterbourne', 'Palisade'],
  ...['Pebblecombe', 'Pinewhistle', 'Plover', 'Quarrystone', 'Quillfeather', 'Ravensworth', 'Redwharf', 'Riverbend'],
  ...['Rookery', 'Saltmarsh', 'Sandpiper', 'Silverthorn', 'Sparrowhawk', 'Stillwater', 'Stonebridge', 'Sunder'],
  ...['Swiftwater', 'Tallowfield', 'Tamarack', 'Thistledown', 'Timberline', 'Umberland', 'Vesper', 'Wexcombe'],
  ...['Brückner & Söhne', 'Élan Vert', 'Ångsund', 'Niño Verde', 'Çınarlı', 'São Lourival', 'Łąkowa', 'Château-Brenne'],
];

export const locations = [
  ...['Toronto', 'Montréal', 'Chicago', 'Boston', 'Denver', 'Portland', 'Austin', 'Atlanta', 'Dublin', 'Leeds'],
  ...['Bristol', 'Glasgow', 'Berlin', 'Zürich', 'Lyon', 'Málaga', 'Porto', 'Göteborg', 'Kraków', 'Rotterdam'],
];
