import { type DemoCourse, paragraph } from './demo-course.ts';

export const mth: readonly DemoCourse[] = [
  {
    slug: 'calculus-with-a-pencil',
    course_code: 'MTH',
    course_name: 'Calculus with a Pencil',
    duration: '3 years',
    difficulty: '6 out of 10',
    category: 'General',
    price: 380,
    instructor: 'Ilse Brandt',
    details: paragraph(`
      Two questions carry this whole course: how fast is it changing, and how much has there been? With a pencil, squared paper and
      some patience you will answer them for falling apples, filling baths, epidemics and the shape of a hanging chain. Rules are
      found before they are named; you will spend a month differentiating before you hear the word. In the second year we
      go back and ask why it all works, and meet the limit as what it is, a promise with a deadline. Nobody is hurried. If school
      left you with the feeling that mathematics is for other people, this is the place to find out that it is for you too.`),
  },
  {
    slug: 'chance-and-judgement',
    course_code: 'MTH',
    course_name: 'Chance and Judgement',
    duration: '2 years',
    difficulty: '7',
    category: 'General',
    price: 420,
    instructor: 'Desmond Achebe',
    details: paragraph(`
      We are all bad at chance: we see faces in clouds, streaks in coins and wisdom in last year's winners. This course makes you
      less bad. It starts with games, where probability was born, and goes on to juries, weather, insurance, medicine and elections.
      You will keep a diary of predictions and be marked on how well your certainty fits what happened, which is humbling and
      oddly addictive. The mathematics goes from counting to Bayes to simulation, and each piece is used on something that matters
      before the week is out. At the end you will say "I do not know" more often, and be right more often when you do not.`),
  },
  {
    slug: 'shapes-that-cannot-be-seen',
    course_code: 'MTH',
    course_name: 'Shapes That Cannot Be Seen',
    duration: '4 years',
    difficulty: '10/10',
    category: 'General',
    price: 530,
    instructor: 'Jonas Aalto',
    details: paragraph(`
      How many holes does a jumper have? What would a being see that lives on the skin of a doughnut? Geometry begins with drawings and ends
      where no drawing goes, and this course walks the whole way. We fold paper, knot ropes and colour maps; then, with the same
      questions, enter four dimensions and more, guided by algebra when our eyes give up. It is the hardest course we offer and has
      the best evenings, when somebody at the board suddenly sees it and cannot say how. You should have met proofs before and
      wished for more of them. There is no application whatsoever, except to everything.`),
  },
];
