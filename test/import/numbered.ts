export const numbered = <Each>(count: number, of: (at: number) => Each): Each[] =>
  Array.from({ length: count }, (_, at) => of(at));
