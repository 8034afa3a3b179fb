import { dateOf, dayOf } from '../../shared/domain/dates.ts';
import { bandBounds, halfLifeDays, maxScore, minScoredTopics, windowDays } from '../../shared/domain/scoring/model.ts';
import { topicReport } from '../../shared/domain/scoring/topic-report.ts';
import { clientScore } from '../../shared/domain/scoring/topic-scores.ts';
import { brightwater } from '../local/demo/brightwater.ts';
import { demoClient } from '../local/demo/generate/demo-client.ts';
import { arrow, path, picture, rectangle, text, triangle } from './svg.ts';

const today = dayOf('2026-11-20');
const clientId = 'c-1044';
const width = 920;

/** How a score comes about, at the example of a client of the demo: signals, topics, categories, score. */
export function scorePicture(): string {
  const profile = brightwater.profiles().find(({ id }) => id === clientId);
  if (!profile) throw new Error(`The demo has no client ${clientId}.`);
  const { client, signals, score: record, streams } = demoClient(brightwater, profile, today);
  const scores = record?.topics ?? [];
  const report = topicReport(scores);
  const worst = [...report.topics].sort((a, b) => (a.score ?? maxScore) - (b.score ?? maxScore))[0];
  if (!worst) throw new Error(`${clientId} has no topics.`);
  const active = new Set(streams.filter(({ stream }) => stream.state === 'active').map(({ stream }) => stream.id));
  const ofWorst = signals
    .filter(({ topic, stream }) => topic === worst.id && (stream === undefined || active.has(stream)))
    .map(({ day, polarity, weight }) => ({ age: today - day, polarity, weight }))
    .filter(({ age }) => age >= 1 && age <= windowDays);
  const total = clientScore(scores) ?? 0;

  return picture(
    {
      title: 'How a score comes about',
      description: `The signals of ${windowDays} days give the scores of topics, these the scores of categories, and these the score of the client: ${client.name} at ${total} on ${dateOf(today)}.`,
      ...{ width, height: 700 },
    },
    [
      ...signalChart(ofWorst, worst, client.name),
      ...categoryColumns(report),
      ...scale(total),
      text(
        30,
        672,
        `A client with fewer than ${minScoredTopics} topics with signals is marked hasInsufficientData.`,
        'small quiet',
      ),
    ],
  );
}

interface PlottedSignal {
  readonly age: number;
  readonly polarity: number;
  readonly weight: number;
}

type Report = ReturnType<typeof topicReport>;

const remaining = (age: number) => 0.5 ** (age / halfLifeDays);

function signalChart(signals: readonly PlottedSignal[], topic: Report['topics'][number], name: string): string[] {
  const [left, right, top, bottom] = [70, 560, 66, 236];
  const x = (age: number) => right - (age / windowDays) * (right - left);
  const y = (share: number) => bottom - share * (bottom - top);
  const halvings = Array.from({ length: windowDays / halfLifeDays + 1 }, (_, at) => at * halfLifeDays);
  const shares = signals.reduce((sum, { age, weight }) => sum + weight * remaining(age), 0);
  const sum = signals.reduce((sum, { age, weight, polarity }) => sum + weight * remaining(age) * polarity, 0);
  const weighted = sum.toFixed(2).replace('-', '−');
  return [
    text(30, 32, `1. Signals of a topic: ${topic.displayName} of ${name}`, 'title'),
    ...halvings.flatMap((age) => [
      path(
        [
          [left, y(remaining(age))],
          [x(age), y(remaining(age))],
          [x(age), bottom],
        ],
        'line dashed',
      ),
      text(left - 8, y(remaining(age)) + 4, String(remaining(age)), 'small quiet end'),
      text(x(age), bottom + 18, age === 0 ? 'night' : `${age} days`, 'small quiet middle'),
    ]),
    path(
      [
        [left, top - 8],
        [left, bottom],
        [right + 8, bottom],
      ],
      'line',
    ),
    path(
      Array.from({ length: windowDays + 1 }, (_, at) => [x(windowDays - at), y(remaining(windowDays - at))] as const),
      'curve',
    ),
    ...signals.map(({ age, polarity, weight }) =>
      triangle([x(age), y(remaining(age))], 4 + 1.5 * weight, polarity >= 0),
    ),
    text(
      left,
      bottom + 38,
      `▲ good, ▼ bad; larger: more weight. The weight halves every ${halfLifeDays} days and is 0 after ${windowDays}.`,
      'small quiet',
    ),
    text(600, 82, 'share = weight × what is left at its age', ''),
    text(600, 116, `sum of shares                    ${shares.toFixed(2)}`, 'quiet'),
    text(600, 138, `sum of shares × polarity    ${weighted}`, 'quiet'),
    text(600, 172, `100 + 100 × ${weighted} ÷ ${shares.toFixed(2)}`, ''),
    text(600, 204, `= ${topic.score}, the score of the topic`, 'strong'),
  ];
}

function categoryColumns({ categories, topics }: Report): string[] {
  const [top, columnWidth] = [318, 280];
  return [
    text(30, top, '2. Topics and categories: a category is the mean of its topics', 'title'),
    ...categories.flatMap(({ name, score }, column) => {
      const left = 30 + column * (columnWidth + 10);
      const rows = topics.filter(({ category }) => category === name);
      return [
        rectangle(left, top + 18, columnWidth, 188, 'panel'),
        text(left + 14, top + 42, name, 'strong'),
        text(left + columnWidth - 14, top + 42, score === null ? '–' : score.toFixed(1), 'strong end'),
        ...rows.flatMap((topic, row) => {
          const y = top + 70 + row * 29;
          return [
            text(left + 14, y, topic.displayName, 'small'),
            text(left + columnWidth - 14, y, topic.score === null ? 'no signals' : topic.score.toFixed(1), 'small end'),
            rectangle(left + 14, y + 5, columnWidth - 28, 5, 'rest'),
            rectangle(
              left + 14,
              y + 5,
              ((topic.score ?? 0) / maxScore) * (columnWidth - 28),
              5,
              levelOf(topic.score ?? 0),
            ),
          ];
        }),
        arrow([left + columnWidth / 2, top + 209], [left + columnWidth / 2, top + 228]),
      ];
    }),
  ];
}

function scale(total: number): string[] {
  const [left, right, y] = [30, 890, 606];
  const x = (score: number) => left + (score / maxScore) * (right - left);
  const { mediumRisk, lowRisk, onTrack } = bandBounds;
  const bands = [
    { from: 0, to: mediumRisk, name: 'high risk' },
    { from: mediumRisk, to: lowRisk, name: 'medium risk' },
    { from: lowRisk, to: onTrack, name: 'low risk' },
    { from: onTrack, to: maxScore, name: 'on track' },
  ];
  return [
    text(30, 568, `3. Score of the client: the mean of its categories, ${total}`, 'title'),
    ...bands.flatMap(({ from, to, name }) => [
      rectangle(x(from), y, x(to) - x(from) - 2, 12, levelOf(from)),
      text(x(from), y + 30, [name, `from ${from}`], 'small quiet'),
    ]),
    `<polygon points="${x(total)},${y + 2} ${x(total) - 8},${y - 14} ${x(total) + 8},${y - 14}" class="ink"/>`,
  ];
}

function levelOf(score: number): string {
  return score < bandBounds.mediumRisk
    ? 'bad'
    : score < bandBounds.lowRisk
      ? 'fair'
      : score < bandBounds.onTrack
        ? 'accent'
        : 'good';
}
