import { required } from '../../support/benchmarks.ts';
import { lineChart } from '../../support/charts.ts';
import { type Question, questions } from './questions.ts';

/** The questions that the charts show, and how they are called there. */
const shown = {
  'GET /clients, limit 100, any offset': 'list of clients',
  'GET /clients of a portfolio': 'list of a portfolio',
  'alignment, latest, any offset': 'alignment',
  'search, a full page': 'search, a full page',
  trending: 'trending',
  'statistics/overview': 'overview',
  'portfolio-health of the account': 'portfolio-health',
  "a client's detail": "a client's detail",
};

type FigureAt = (question: Question, clients: number) => number | undefined;

interface Measured {
  readonly sizes: readonly number[];
  readonly unitsAt: FigureAt;
  readonly cpuSizes: readonly number[];
  readonly cpuAt: FigureAt;
}

/** Units and CPU of some questions against the size of the account. */
export function readCharts({ sizes, unitsAt, cpuSizes, cpuAt }: Measured) {
  const chart = (title: string, subtitle: string, places: readonly number[], figureAt: FigureAt) => {
    const series = Object.entries(shown).map(([name, label]) => {
      const question = required(
        name,
        questions.find((each) => each.name === name),
      );
      return { label, values: places.map((clients) => figureAt(question, clients)) };
    });
    const names = places.map((clients) => clients.toLocaleString('en'));
    return lineChart({ title, subtitle }, names, series);
  };
  return {
    'read-units': chart(
      'Read units of a request by clients of the account',
      'In a container that has read nothing yet. A read unit is 8 KB, eventually consistent.',
      sizes,
      unitsAt,
    ),
    cpu: chart(
      'CPU time of a request by clients of the account',
      'In a warm container, as a multiple of GET /topics, which reads nothing but the key.',
      cpuSizes,
      cpuAt,
    ),
  };
}
