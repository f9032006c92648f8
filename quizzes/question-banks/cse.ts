import type { QuestionBank } from '../question.ts';

export const cse: QuestionBank = {
  code: 'CSE',
  choice: [
    {
      id: 'cse-c1',
      question: 'A sorted list holds 1,000 numbers. How many of them does a binary search look at, at most?',
      options: ['10', '32', '500', '1,000'],
      answer: 0,
      why: 'Each look halves what is left: 2 to the power of 10 is 1,024, so ten looks are enough for 1,000.',
    },
    {
      id: 'cse-c2',
      question: 'Why is 0.1 + 0.2 == 0.3 false in most programming languages?',
      options: [
        'Sums are rounded down to whole numbers',
        'The sign == compares places in memory',
        'Numbers like 0.1 are not exact in binary',
        'The comparison is made before the sum',
      ],
      answer: 2,
      why: 'In binary 0.1 never ends, as 1/3 never ends in decimal, so what is stored is only close to it. Compare with a tolerance.',
    },
    {
      id: 'cse-c3',
      question: 'Which structure serves best when what was put in last must come out first?',
      options: ['A queue', 'A stack', 'A hash table', 'A sorted list'],
      answer: 1,
      why: 'A stack adds and takes at the same end. A queue gives back what came first.',
    },
    {
      id: 'cse-c4',
      question:
        'Two threads each run count = count + 1 once, without a lock; count was 0. What may it be in the end?',
      options: ['Always 2', '0 or 2', '0 or 1', '1 or 2'],
      answer: 3,
      why: 'Both may read 0 before either writes, and then both write 1. Otherwise the second adds to the first one’s 1.',
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
      why: 'What is encrypted is read by whoever gets the key. A salted hash leaves guessing: one person at a time, and slowly.',
    },
  ],
  written: [
    {
      id: 'cse-w1',
      question: 'Why does a hash table find a key quickly, and when does it not?',
      points: [
        'The hash of the key says where to look, so the number of entries hardly matters.',
        'Different keys may fall on the same place: collisions.',
        'With many collisions (a bad hash, a table too full) it searches through many entries.',
      ],
    },
    {
      id: 'cse-w2',
      question: 'What must every recursive function have so that it ends, and why?',
      points: [
        'A base case that is answered without another call.',
        'Every call comes nearer to the base case.',
        'Otherwise it calls itself until the memory for calls (the stack) is full.',
      ],
    },
    {
      id: 'cse-w3',
      question: 'What is a cache for, and what can go wrong with it?',
      points: [
        'It keeps a copy of data where they are reached faster.',
        'It helps because the same data are often asked for again.',
        'The copy may be out of date once the original has changed.',
      ],
    },
    {
      id: 'cse-w4',
      question: 'Money goes from one account to another. What does a database transaction promise here?',
      points: [
        'Both changes happen, or neither: no money is lost or made.',
        'Others do not see the half-done state.',
        'What was committed survives a crash.',
      ],
    },
    {
      id: 'cse-w5',
      question: 'What is the difference between a process and a thread?',
      points: [
        'A process has memory of its own; the threads of a process share theirs.',
        'Threads exchange data easily, but must agree on who changes what.',
        'A process that crashes leaves the others alone; a thread may take its whole process along.',
      ],
    },
  ],
};
