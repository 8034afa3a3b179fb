export const directions = ['improving', 'declining', 'stable'] as const;
export type Direction = (typeof directions)[number];

export function directionOf(change: number): Direction {
  return change > 0 ? 'improving' : change < 0 ? 'declining' : 'stable';
}

/** The directions that a request chooses: up and down if it names none. */
export function chosenDirections(direction: Direction | undefined): readonly Direction[] {
  return direction === undefined ? ['improving', 'declining'] : [direction];
}
