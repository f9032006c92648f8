import type { QuestionBank } from '../question.ts';

export const mth: QuestionBank = {
  code: 'MTH',
  choice: [
    {
      id: 'mth-c1',
      question: 'What is the derivative of x² · eˣ?',
      options: ['2x · eˣ', '(2x + x²) · eˣ', 'x² · eˣ', '(2 + x) · eˣ'],
      answer: 1,
      why: 'By the product rule: the derivative of x² times eˣ, plus x² times the derivative of eˣ, which is eˣ itself.',
    },
    {
      id: 'mth-c2',
      question: 'A fair coin has shown heads five times in a row. How likely is heads on the next toss?',
      options: ['1/64', '1/32', '1/6', '1/2'],
      answer: 3,
      why: 'The coin does not remember. Six heads in a row have a chance of 1/64 only before the first toss.',
    },
    {
      id: 'mth-c3',
      question: 'In how many ways can 2 of 5 books be chosen if their order does not matter?',
      options: ['10', '7', '20', '25'],
      answer: 0,
      why: 'Five choices for the first and four for the second give 20, but each pair is counted twice.',
    },
    {
      id: 'mth-c4',
      question: 'Which sentence means exactly that ‘Every swan is white’ is false?',
      options: [
        'No swan is white',
        'Every swan is black',
        'At least one swan is not white',
        'Most of the swans are not white',
      ],
      answer: 2,
      why: 'One exception is enough to refute ‘every’. ‘No swan is white’ says far more than that.',
    },
    {
      id: 'mth-c5',
      question: 'What is the sum of 1 + 1/2 + 1/4 + 1/8 + …, going on for ever?',
      options: ['1.75', '2', '2.5', 'It grows beyond all bounds'],
      answer: 1,
      why: 'Each term covers half of the remaining distance to 2: the sums come as close to 2 as you like and never exceed it.',
    },
  ],
  written: [
    {
      id: 'mth-w1',
      question: 'Why can a number not be divided by zero?',
      points: [
        'Dividing a by b asks which number, times b, gives a.',
        'Any number times zero is zero.',
        'For 0 divided by 0 every number would do, so there is no single answer.',
      ],
    },
    {
      id: 'mth-w2',
      question: 'Show that the sum of two odd numbers is even.',
      points: [
        'Odd numbers can be written as 2m + 1 and 2n + 1.',
        'Their sum is 2m + 2n + 2 = 2(m + n + 1).',
        'That is a multiple of two, whatever m and n are; examples alone do not show it.',
      ],
    },
    {
      id: 'mth-w3',
      question: 'What does the derivative of a function at a point tell you, in words and in a picture?',
      points: [
        'How fast the value changes there.',
        'The slope of the tangent to the graph at that point.',
        'It is the limit of the slopes of secants through it.',
      ],
    },
    {
      id: 'mth-w4',
      question: 'What is a prime number, and why is 1 not counted as one?',
      points: [
        'A whole number above 1 that only 1 and itself divide.',
        'A prime has exactly two divisors, and 1 has only one.',
        'Otherwise numbers would be products of primes in more than one way: 6 = 2 · 3 = 1 · 2 · 3.',
      ],
    },
    {
      id: 'mth-w5',
      question: 'How do mean and median differ, and when are they far apart?',
      points: [
        'The mean is the sum divided by the number of values.',
        'The median is in the middle when the values are in order.',
        'A few very large or very small values pull the mean but hardly the median, as with incomes.',
      ],
    },
  ],
};
