import { Cell } from 'recharts';

/** The cells of bars along a time, by the keys of its stretches: the last, which is under way, is paler. */
export const cellsWithPaleLast = (keys: readonly string[]) =>
  keys.map((key, index) => <Cell key={key} fillOpacity={index === keys.length - 1 ? 0.45 : 1} />);
