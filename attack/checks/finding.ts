/** Something that the attack found. */
export type Finding = {
  check:
    | 'server error'
    | 'unavailable'
    | 'no answer'
    | 'answer too large'
    | 'answer without permission'
    | 'forged request id'
    | 'event without permission'
    | 'event without request'
    | 'memory grows';
  description: string;
  /** The number of the request in the run; null if the finding is about memory, or about an event whose request is unknown. */
  request: number | null;
};
