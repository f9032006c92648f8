import type { CourseCode } from '#contract/schemas/courses.ts';

/** A note text and its second in the video. */
type NoteText = { second: number; text: string };

/** One note per lesson of each department. */
export const noteTexts: Readonly<Record<CourseCode, readonly NoteText[]>> = {
  CSE: [
    { second: 21, text: 'A program is a list of small steps. The computer never guesses what I meant.' },
    {
      second: 34,
      text: 'Eight switches: 256 patterns. Every extra switch doubles it.\n13 = 8 + 4 + 1 = 1101',
    },
    {
      second: 18,
      text: 'Halving: 1,000 names need 10 looks, a million need 20. Only works while the list is sorted!',
    },
    { second: 40, text: 'List: quick to add. Tree: quick to find in order. Table: quick to find by name.' },
    { second: 27, text: 'Make the mistake smaller before reading the code. Change one thing at a time.' },
  ],
  EEE: [
    { second: 30, text: 'V = I · R. Water again: pressure, flow, narrow pipe.' },
    { second: 25, text: 'Series: resistances add. Parallel: the total is smaller than the smallest.' },
    { second: 15, text: 'Why AC? Because transformers need a changing field. Ask about 50 Hz and 60 Hz.' },
    { second: 33, text: 'A motor driven backwards is a generator. Same machine!' },
    { second: 41, text: 'The fuse protects the wire, not me. The earth and the breaker protect me.' },
  ],
  BBA: [
    { second: 12, text: 'Price is what they ask, cost is what I give up, value is what it is worth to me.' },
    { second: 37, text: 'Both curves can move. First ask which one did.' },
    { second: 22, text: 'Assets = liabilities + equity. Always. If not, look for the missing line.' },
    {
      second: 29,
      text: 'Break-even = fixed costs ÷ (price − variable cost).\nOur café: 900 ÷ (3 − 1.2) = 500 cups.',
    },
    { second: 19, text: '100 next year at 5 % is 95.24 today. Do the sum backwards to check.' },
  ],
  ECE: [
    { second: 17, text: 'A signal is anything that varies and means something.' },
    {
      second: 38,
      text: 'Sample more than twice as fast as the quickest wiggle, or it turns into a slow one.',
    },
    { second: 24, text: 'Diode: a one-way street. Transistor: a tap that a small current turns.' },
    { second: 31, text: 'NAND alone can make all the others. Try to draw OR from three of them.' },
    { second: 36, text: 'Sending everything three times works, but parity is cheaper. Hamming next.' },
  ],
  PHA: [
    { second: 20, text: 'Absorbed, distributed, metabolised, excreted. Mostly in that order.' },
    {
      second: 28,
      text: 'Higher dose, bigger effect, until the curve goes flat. After that only the harm grows.',
    },
    {
      second: 35,
      text: 'Half-life 6 h: after a day a sixteenth is left. After five half-lives it is as good as gone.',
    },
    { second: 23, text: 'Agonist turns the lock, antagonist just sits in it.' },
    {
      second: 14,
      text: 'Grapefruit slows the enzyme, so the next tablet hits harder. Ask every patient.',
    },
  ],
  MTH: [
    { second: 26, text: 'A proof is a reason nobody can argue with. An example is not a proof.' },
    { second: 32, text: 'One input, one output. A vertical line meets the graph at most once.' },
    {
      second: 39,
      text: 'The derivative is the slope after zooming in for ever.\nx² → 2x: draw it at x = 1 and x = 3.',
    },
    { second: 16, text: 'The integral adds thin strips. Area under speed is distance!' },
    { second: 30, text: '“At least one” → work out “none” and subtract it from 1.' },
  ],
  PHY: [
    { second: 13, text: 'Always write the unit and how far off it may be: 3.2 ± 0.1 m.' },
    { second: 27, text: 'No force does not mean no motion. It means no change in motion.' },
    { second: 34, text: 'Energy is never used up, only spread out.' },
    { second: 21, text: 'The wave travels, the water stays where it is.' },
    { second: 37, text: 'Heat flows to the cold because there are more ways to be mixed than sorted.' },
  ],
  HIS: [
    { second: 18, text: 'Who wrote it, for whom, and what would they rather not say?' },
    { second: 33, text: 'The spark is not the powder. Look for both.' },
    { second: 29, text: 'First writing: receipts for barley. Poems came much later.' },
    { second: 24, text: 'A printed mistake is the same mistake in every copy. That was new.' },
    { second: 40, text: 'Clocks before engines: the factory needed everybody at six.' },
  ],
  ENG: [
    { second: 15, text: 'Find the verb first. The rest of the sentence hangs on it.' },
    { second: 31, text: 'The narrator is not the author. What does this one not tell me?' },
    { second: 22, text: 'A dead metaphor: the leg of a table. A live one surprises.' },
    { second: 36, text: 'de-DUM de-DUM de-DUM de-DUM de-DUM: five. Where it stumbles, something happens.' },
    { second: 28, text: 'Claim, reason, example, and then the best argument against it.' },
  ],
  PSY: [
    { second: 19, text: '“How often do you…?” already assumes that I do. First ask whether.' },
    { second: 35, text: 'Remembering means rebuilding. Every time a little different.' },
    { second: 25, text: 'Habits with occasional rewards are the hardest to break. Slot machines, my phone.' },
    { second: 30, text: 'The eye only sends hints; the brain makes the picture.' },
    { second: 38, text: 'Everybody waits for somebody else to help. So point at one person.' },
  ],
};
