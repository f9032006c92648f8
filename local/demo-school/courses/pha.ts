import { type DemoCourse, paragraph } from './demo-course.ts';

export const pha: readonly DemoCourse[] = [
  {
    slug: 'how-medicines-work',
    course_code: 'PHA',
    course_name: 'How Medicines Work',
    duration: '4 years',
    difficulty: '7/10',
    category: 'Medical',
    price: 560,
    instructor: 'Priya Raman',
    details: paragraph(`
      You swallow a tablet and half an hour later a headache is gone. In between lies one of the best detective stories there
      is. This course follows ten medicines, from willow bark to the newest antibodies, through the body: how they get in, where
      they go, what they bind to, how they leave, and what goes wrong in the one patient in a thousand. Chemistry and biology are
      taught where the story needs them. You will learn to read a trial and say what it does not show, to calculate a dose for a
      child, and to explain a risk to a frightened person in words that are both kind and true.`),
  },
  {
    slug: 'the-careful-pharmacist',
    course_code: 'PHA',
    course_name: 'The Careful Pharmacist',
    duration: '2 years',
    difficulty: '6',
    category: 'Medical',
    price: 470,
    instructor: 'Fatima El-Sayed',
    details: paragraph(`
      Most harm in medicine is done by small mistakes on ordinary days: a name that looks like another, a decimal point, a label
      read in bad light. Here you learn the craft of not making them. We work through two hundred real cases with the names
      removed, practise the awkward telephone call to the doctor, and redesign a shelf, a form and a label. Interactions, storage, law
      and the counter itself are covered with the same attention. There is an exam, but the part that students remember is the
      night shift, in which everything goes wrong at once and the only way through is calm.`),
  },
  {
    slug: 'plants-that-heal-and-plants-that-do-not',
    course_code: 'PHA',
    course_name: 'Plants That Heal and Plants That Do Not',
    duration: '1.5 years',
    difficulty: '5 out of 10',
    category: 'Medical',
    price: 320,
    instructor: 'Fatima El-Sayed',
    details: paragraph(`
      A walk through the garden with a microscope in one hand and a pile of trials in the other. Foxglove, poppy, yew and wormwood
      gave us great medicines; many of their neighbours gave us only good stories. You learn to tell which is which. We extract,
      separate and identify, look for the substance that does the work, and ask how anybody could have known before there were
      laboratories. Folk knowledge is treated with respect and with scales. By the end you will have pressed forty plants, read
      forty studies, changed your mind at least twice, and become rather difficult company in a health food shop.`),
  },
];
