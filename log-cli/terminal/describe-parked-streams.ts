/** Returns a message about the streams that could not be projected completely into the tables of a command, with a line break. */
export const describeParkedStreams = (count: number): string =>
  `Streams that could not be projected completely: ${count}. Their last events are missing in these tables. If they are parked in the tables of the product too, projector status names them.\n`;
