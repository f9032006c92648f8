import { Cell } from 'recharts';

/** Returns the cells of bars along a time axis. The last one is paler, because its period is not over. @param keys of the periods. */
export const cellsWithPaleLast = (keys: readonly string[]) =>
  keys.map((key, index) => <Cell key={key} fillOpacity={index === keys.length - 1 ? 0.45 : 1} />);
