/** A service of an agency: the name of a stream and its possible goals. */
export interface Service {
  readonly name: string;
  readonly goals: readonly string[];
}

export const services: readonly Service[] = [
  service('Paid Search', 'Cut the cost of a lead by 15 % without losing volume', 'Win back the brand terms by summer'),
  service('SEO Retainer', 'Rank in the top three for the 40 terms that sell', 'Double organic sign-ups within a year'),
  service('Website Relaunch', 'Go live before the trade fair', 'Move 1,200 pages without losing traffic'),
  service('Social Content', 'Four posts a week in two languages', 'Grow saves and shares, not followers'),
  service('Paid Social', 'Keep return on ad spend above 4', 'Find two audiences beyond the existing customers'),
  service('E-Mail & CRM', 'Bring back one in ten lapsed customers', 'One welcome series for all brands'),
  service('Brand Identity', 'One look for three merged companies', 'Guidelines that shops can use by themselves'),
  service('Media Planning', 'Shift a fifth of the print budget to regional video', 'Plan the year in one view'),
  service('Influencer Programme', 'Twelve long-term partners in place of fifty posts'),
  service('Conversion Optimisation', 'Raise checkout completion from 61 % to 68 %', 'One test live at any time'),
  service(
    'Analytics & Reporting',
    'One weekly page that the board reads',
    'Retire the old tracking by the end of the quarter',
  ),
  service('Packaging Design', 'Refresh the core range for the spring listing'),
  service('Public Relations', 'Two features a quarter in the trade press', 'Ready answers for the plant closure'),
  service('Video Production', 'Six short films from two shooting days'),
  service('Marketplace Management', 'Reach the buy box on nine of ten products'),
  service('Event Marketing', 'Fill 300 seats at the partner day', 'Follow up every badge scan within two days'),
  service('Employer Branding', 'Halve the time to fill engineering jobs'),
  service('Marketing Automation', 'Hand over scored leads to sales every morning', 'Fewer, better campaigns'),
  service('Market Research', 'Know why second purchases fall off after winter'),
  service('App Store Growth', 'Raise the rating above 4.5 and installs by a quarter'),
];

function service(name: string, ...goals: string[]): Service {
  return { name, goals };
}
