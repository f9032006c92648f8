import type { QuestionBank } from '../question.ts';

export const bba: QuestionBank = {
  code: 'BBA',
  choice: [
    {
      id: 'bba-c1',
      question:
        'A shop buys a lamp for $40 and sells it for $50. What is its gross margin, as a share of the price?',
      options: ['10 %', '20 %', '25 %', '80 %'],
      answer: 1,
      why: 'The shop keeps $10 of $50, which is 20 % of the price. The 25 % is the mark-up on the cost of $40.',
    },
    {
      id: 'bba-c2',
      question:
        'Fixed costs are $6,000 a month. A unit sells for $30 and costs $10 to make. How many units break even?',
      options: ['150', '200', '300', '600'],
      answer: 2,
      why: 'Each unit leaves $20 towards the fixed costs, and $6,000 divided by $20 is 300 units.',
    },
    {
      id: 'bba-c3',
      question: 'In double-entry bookkeeping, what is true of every transaction?',
      options: [
        'Its debits and its credits are equal',
        'It is entered twice in one account',
        'It is entered by two different people',
        'It changes the balance of the cash account',
      ],
      answer: 0,
      why: 'Whatever is debited to some accounts is credited to others, so the books stay in balance.',
    },
    {
      id: 'bba-c4',
      question: 'How can a firm that makes a profit run out of money?',
      options: [
        'Its owners sell their shares to others',
        'Its machines lose value every year',
        'Its fixed costs are higher than its rent',
        'Its customers pay after its bills are due',
      ],
      answer: 3,
      why: 'A sale counts as profit when it is made, but as cash only when it is paid. Bills that fall due in between still need cash.',
    },
    {
      id: 'bba-c5',
      question:
        'The price of a product rises by 10 %, and demand for it falls by 20 %. What is this kind of demand called?',
      options: ['Inelastic', 'Seasonal', 'Derived', 'Elastic'],
      answer: 3,
      why: 'Demand is elastic when it changes by a larger share than the price does: here by twice as much.',
    },
  ],
  written: [
    {
      id: 'bba-w1',
      question: 'What is the difference between revenue and profit?',
      points: [
        'Revenue is the money earned from sales in a period.',
        'Profit is what is left of it after costs.',
        'A firm with a large revenue may still make a loss.',
      ],
    },
    {
      id: 'bba-w2',
      question: 'What is an opportunity cost? Give an example.',
      points: [
        'The value of the best alternative that you give up when you choose.',
        'An example that names the choice and what was given up for it.',
        'It counts even though nobody sends a bill for it.',
      ],
    },
    {
      id: 'bba-w3',
      question: 'What do the four letters of a SWOT analysis stand for, and which are internal to the firm?',
      points: [
        'Strengths, weaknesses, opportunities, threats.',
        'Strengths and weaknesses are internal.',
        'Opportunities and threats are external.',
      ],
    },
    {
      id: 'bba-w4',
      question: 'Why do firms divide a market into segments?',
      points: [
        'Customers differ in what they need, how they buy and what they can pay.',
        'Product, price and message can be made to fit each group.',
        'Limited resources go to the groups that the firm can serve best.',
      ],
    },
    {
      id: 'bba-w5',
      question: 'What is an asset and what is a liability? Name one of each.',
      points: [
        'An asset is something the firm owns or controls that will be of use to it.',
        'A liability is something that the firm owes.',
        'Examples such as cash, stock or a machine; a loan or an unpaid bill.',
      ],
    },
  ],
};
