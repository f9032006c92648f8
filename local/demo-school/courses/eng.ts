import { type DemoCourse, paragraph } from './demo-course.ts';

export const eng: readonly DemoCourse[] = [
  {
    slug: 'plain-english',
    course_code: 'ENG',
    course_name: 'Plain English',
    duration: '1 year',
    difficulty: '3 out of 10',
    category: 'General',
    price: 220,
    instructor: 'Nora Whitfield',
    details: paragraph(`
      Short words, short sentences, and the nerve to say what you mean. We take apart letters from insurers, signs in hospitals and minutes of
      meetings at which nothing was decided, and write them again so that a tired person understands them at the first reading. You learn where
      sentences hide their subject and why, how to cut a page to a paragraph without losing a fact, and when a long word is the right one. Every
      text is read aloud, which is cruel and quick. By the end of the year you will have rewritten one real document that people near you
      depend on, and watched somebody use it.`),
  },
  {
    slug: 'novels-and-the-people-in-them',
    course_code: 'ENG',
    course_name: 'Novels and the People in Them',
    duration: '3 years',
    difficulty: '5/10',
    category: 'General',
    price: 280,
    instructor: 'Adaeze Obi',
    details: paragraph(`
      Eight long novels, read slowly, by people who are allowed to dislike them. We ask old-fashioned questions first: who is this person, what
      does she want, why do we believe in her? Then we look at how it was done, sentence by sentence: where the narrator stands, what is left out,
      how a clock ticks in prose. You will write imitations, which teach more than essays, and one essay, which you will write four times.
      The list runs from Defoe to Adichie and is quarrelled over every year. Come with time for two hundred pages a week and leave with
      eight households that you will go on visiting.`),
  },
  {
    slug: 'letters-across-languages',
    course_code: 'ENG',
    course_name: 'Letters across Languages',
    duration: '2 years',
    difficulty: '7',
    category: 'General',
    price: 360,
    instructor: 'Adaeze Obi',
    details: paragraph(`
      Translation is the closest form of reading there is. In this workshop everybody brings a language, and English is the table around which we
      sit. We translate recipes, lullabies, contracts, jokes and finally poems, and argue over each word until it is clear what was lost and who
      decided to lose it. You will learn the trade's tools, from glossaries to the polite refusal, its history, which is full of spies, and its
      ethics. Machine translations are on the table too, as colleagues with excellent memory and no shame. The last piece is a small book,
      printed and bound, of letters that were never meant for English.`),
  },
];
