import type { QuestionBank } from '../question.ts';

export const cse: QuestionBank = {
  code: 'CSE',
  choice: [
    {
      id: 'cse-c1',
      question: 'A sorted list holds 1,000 numbers. How many of them does a binary search look at, at most?',
      options: ['10', '32', '500', '1,000'],
      answer: 0,
      why: 'Each step halves what is left: 2 to the power of 10 is 1,024, so ten steps are enough for 1,000.',
    },
    {
      id: 'cse-c2',
      question: 'Why is 0.1 + 0.2 == 0.3 false in most programming languages?',
      options: [
        'Sums are rounded down to whole numbers',
        'The == operator compares addresses',
        'Numbers like 0.1 are not exact in binary',
        'The comparison is made before the sum',
      ],
      answer: 2,
      why: 'In binary, 0.1 never ends, just as 1/3 never ends in decimal, so the stored value is only close to it. Compare with a tolerance.',
    },
    {
      id: 'cse-c3',
      question: 'Which data structure do you need if the last item put in must come out first?',
      options: ['A queue', 'A stack', 'A hash table', 'A sorted list'],
      answer: 1,
      why: 'A stack adds and removes items at the same end. A queue returns the oldest item first.',
    },
    {
      id: 'cse-c4',
      question:
        'Two threads each run count = count + 1 once, without a lock; count was 0. What can it be in the end?',
      options: ['Always 2', '0 or 2', '0 or 1', '1 or 2'],
      answer: 3,
      why: 'Both may read 0 before either writes, and then both write 1. Otherwise the second adds 1 to the result of the first.',
    },
    {
      id: 'cse-c5',
      question: 'Why does a website store a slow, salted hash of each password, rather than encrypt it?',
      options: [
        'A hash takes up less room than a password',
        'A hash cannot be decrypted, only guessed at',
        'Hashes can be compared faster than texts',
        'A forgotten password can be shown again',
      ],
      answer: 1,
      why: 'Anyone who gets the key can read encrypted passwords. Salted hashes can only be guessed: one user at a time, and slowly.',
    },
  ],
  written: [
    {
      id: 'cse-w1',
      question: 'Why does a hash table find a key quickly, and when does it not?',
      points: [
        'The hash of the key says where to look, so the number of entries hardly matters.',
        'Different keys may land in the same slot: collisions.',
        'With many collisions (a bad hash function, a table that is too full) it has to search many entries.',
      ],
    },
    {
      id: 'cse-w2',
      question: 'What must every recursive function have so that it ends, and why?',
      points: [
        'A base case that is answered without another call.',
        'Every call gets closer to the base case.',
        'Otherwise it calls itself until the memory for calls (the stack) is full.',
      ],
    },
    {
      id: 'cse-w3',
      question: 'What is a cache for, and what can go wrong with it?',
      points: [
        'It keeps a copy of data where it can be reached faster.',
        'It helps because the same data is often needed again.',
        'The copy may be out of date once the original has changed.',
      ],
    },
    {
      id: 'cse-w4',
      question: 'Money goes from one account to another. What does a database transaction guarantee here?',
      points: [
        'Both changes happen, or neither: no money is lost or created.',
        'Others never see the half-finished state.',
        'Committed changes survive a crash.',
      ],
    },
    {
      id: 'cse-w5',
      question: 'What is the difference between a process and a thread?',
      points: [
        'A process has its own memory; the threads of a process share it.',
        'Threads exchange data easily, but must agree on who changes what.',
        'A process that crashes does not affect others; a thread that crashes may take its whole process down.',
      ],
    },
  ],
};
