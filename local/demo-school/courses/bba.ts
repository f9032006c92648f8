import { type DemoCourse, paragraph } from './demo-course.ts';

export const bba: readonly DemoCourse[] = [
  {
    slug: 'the-honest-spreadsheet',
    course_code: 'BBA',
    course_name: 'The Honest Spreadsheet: Accounting for Beginners',
    duration: '1 year',
    difficulty: '4',
    category: 'Business',
    price: 290,
    instructor: 'Nora Whitfield',
    details: paragraph(`
      Double-entry bookkeeping is five hundred years old and still the best story that a company tells about itself, if you
      can read it. We keep the books of an imaginary bakery from the day it opens until the day it is sold, one receipt at a
      time. You will learn what a profit is and why it is not money, how a healthy firm runs out of cash, and where to look
      first in a report that has something to hide. There is no software but a spreadsheet, because you should see every cell.
      Former students run theatres, farms and a ferry line. Several have found errors in the accounts of their own employers,
      politely.`),
  },
  {
    slug: 'selling-without-shouting',
    course_code: 'BBA',
    course_name: 'Selling without Shouting',
    duration: '2 years',
    difficulty: '5/10',
    category: 'Business',
    price: 340,
    instructor: 'Nora Whitfield',
    details: paragraph(`
      Most marketing is noise because nobody asked what the listener was doing at the time. This course begins with
      listening: twenty interviews, done properly, with people who bought a thing and people who did not. Only then do we talk
      about price, place and promise. You will write an advertisement that is true in every word, design an experiment that could
      prove you wrong, and calculate what a customer is worth without fooling yourself. A whole month goes to failure: products
      that deserved to sell and did not. At the end you run a campaign for a local charity with fifty dollars, and report what
      happened, whatever happened.`),
  },
  {
    slug: 'firms-of-five-people',
    course_code: 'BBA',
    course_name: 'Firms of Five People',
    duration: '3-4 years',
    difficulty: '6 out of 10',
    category: 'Business',
    price: 410,
    instructor: 'Desmond Achebe',
    details: paragraph(`
      Business schools study giants, though most people work for somebody whose name they know. Here we look at the small firm:
      the garage, the clinic, the studio, the family shop in its third generation. How do five people decide? What is a fair
      wage when everybody knows everybody's? When should you say no to growth? Each student adopts a real small business for a
      year, keeps its secrets, and gives it one useful thing: a cash plan, a rota that works, a website that answers
      the questions that people used to phone about. Law, finance and organisation are taught as they come up, which is always at an inconvenient
      moment, as in life.`),
  },
];
