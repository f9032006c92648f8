import { type DemoCourse, paragraph } from './demo-course.ts';

export const cse: readonly DemoCourse[] = [
  {
    slug: 'programs-and-how-to-think-of-them',
    course_code: 'CSE',
    course_name: 'Programs and How to Think of Them',
    duration: '4 years',
    difficulty: '6',
    category: 'Engineering',
    price: 480,
    instructor: 'Ilse Brandt',
    details: paragraph(`
      A first course in programming for people who would rather understand than copy. We begin with a machine that knows
      three instructions and end with a small interpreter that you have written yourself. On the way you learn to name
      things, to split a problem at its natural seams, and to prove to a sceptical friend that a loop ends. Every week
      has one long exercise instead of ten short ones, because taste grows from finishing things. You will read other
      people's code aloud, throw away a week of your own work at least once, and find out why that was the best week.
      No experience is expected. Stubbornness helps, and so does a sense of humour about semicolons.`),
  },
  {
    slug: 'data-structures-by-hand',
    course_code: 'CSE',
    course_name: 'Data Structures by Hand',
    duration: '3-4 years',
    difficulty: '7 out of 10',
    category: 'Engineering',
    price: 520,
    instructor: 'Ilse Brandt',
    details: paragraph(`
      Lists, trees, heaps, tries and hash tables, each built from nothing with pencil, cards and string before a line of
      code is typed. Once you have balanced a tree with your own hands you do not forget which way it leans. In the second
      half we measure: what a cache does to a linked list, why the textbook's fast algorithm loses to the slow one below a
      thousand elements, and how to tell a bad constant from a bad idea. The project is a search engine for a library of
      ten thousand letters, with one rule: you may use only what you have built yourself. Graduates say that they stopped
      fearing interviews; we hope that they started enjoying problems.`),
  },
  {
    slug: 'databases-that-remember',
    course_code: 'CSE',
    course_name: 'Databases That Remember',
    duration: '2 years',
    difficulty: '8/10',
    category: 'Engineering',
    price: 640,
    instructor: 'Kwame Mensah',
    details: paragraph(`
      What does it mean for something to be saved? We follow one row from the keyboard to the platter and back, through
      pages, logs, locks and caches, and meet every accident that can happen to it. You will write a storage engine that
      survives having its power cord pulled, learn to read a query plan like a map, and argue about isolation levels with
      real money on the table (ours). The last part leaves tables behind for logs of events, from which any state can be
      rebuilt, and asks what it takes to forget on purpose when the law says so. Bring some programming and a healthy distrust
      of the word "eventually".`),
  },
  {
    slug: 'machines-that-learn',
    course_code: 'CSE',
    course_name: 'Machines That Learn, Explained Slowly',
    duration: '3 years',
    difficulty: '9',
    category: 'Engineering',
    price: 720,
    instructor: 'Mei Lin Chua',
    details: paragraph(`
      There is no magic in machine learning, and this course takes its time to show it. Starting from a straight line through a cloud of
      points, we climb by small steps to networks with many layers, deriving each step on paper and then breaking it on
      purpose. You will train models on data that you have collected yourself, find the bias that you did not know you had
      put there, and explain to a committee of non-specialists why your model must not be trusted with a decision. Linear
      algebra is refreshed in the first month. By the end you will be able to read a new paper, say what is really new in it,
      and build the half that is worth building.`),
  },
];
