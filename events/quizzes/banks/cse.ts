import type { Bank } from '../question.ts';

export const cse: Bank = {
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
      question: 'What does the byte 1111 1111 stand for, read as a signed number in two’s complement?',
      options: ['255', '−127', '−1', '−128'],
      answer: 2,
      why: 'Adding 1 to it carries out of the byte and leaves 0, and the number that gives 0 when 1 is added is −1.',
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
      why: 'Both may read 0 before either writes, and then both write 1. At least one of the additions always arrives.',
    },
    {
      id: 'cse-c5',
      question: 'Why is a password stored as a slow, salted hash and not encrypted?',
      options: [
        'A hash takes less space than the password',
        'A hash cannot be turned back, so who steals the table must guess each password',
        'Hashes are compared faster than texts',
        'A forgotten password can be shown again',
      ],
      answer: 1,
      why: 'What is encrypted is read by whoever gets the key. A salted hash leaves guessing, one person at a time, and slow.',
    },
  ],
  written: [
    {
      id: 'cse-w1',
      question: 'Explain why a hash table finds a key quickly, and when it does not.',
      points: [
        'The hash of the key says where to look, so the number of entries hardly matters.',
        'Different keys may share a place: collisions must be handled.',
        'With a bad hash function or a table that is too full, a search goes through many entries.',
      ],
    },
    {
      id: 'cse-w2',
      question: 'What is recursion, and what must every recursive function have so that it ends?',
      points: [
        'A function that calls itself on a smaller case of the same problem.',
        'A base case that is answered without another call.',
        'Every call comes nearer to the base case.',
      ],
    },
    {
      id: 'cse-w3',
      question: 'A web page is slow. How would you find out why before changing anything?',
      points: [
        'Measure where the time goes: network, server, database, drawing.',
        'Reproduce it with realistic data, more than once.',
        'Change one thing at a time and measure again.',
      ],
    },
    {
      id: 'cse-w4',
      question: 'What does a transaction in a database promise, and why do applications need it?',
      points: [
        'All of its changes happen, or none.',
        'Others do not see its half-done work.',
        'What was committed survives a crash.',
        'An example: money leaves one account only if it arrives at the other.',
      ],
    },
    {
      id: 'cse-w5',
      question: 'Describe the difference between a process and a thread.',
      points: [
        'A process has memory of its own; threads of a process share theirs.',
        'Threads are cheaper to start and exchange data easily, but must agree on who changes what.',
        'A process that crashes leaves the others alone; a thread may take its whole process along.',
      ],
    },
  ],
};
