import type { QuestionBank } from '../question.ts';

export const his: QuestionBank = {
  code: 'HIS',
  choice: [
    {
      id: 'his-c1',
      question: 'Which of these is a primary source for life on board a ship in 1850?',
      options: [
        'A film about the age of sail',
        'A sailor’s diary of that year',
        'A novel from 1920 set on that ship',
        'A textbook on trade in that year',
      ],
      answer: 1,
      why: 'It comes from the time itself, from someone who was there. The others are later accounts.',
    },
    {
      id: 'his-c2',
      question: 'What did Gutenberg introduce to book-making in Europe around 1450?',
      options: [
        'Paper that was made from wood',
        'A press that was driven by steam',
        'Printing with movable metal type',
        'Engraving on plates of copper',
      ],
      answer: 2,
      why: 'Letters cast one by one could be set, printed and reused, so books became cheaper and more common.',
    },
    {
      id: 'his-c3',
      question: 'What could scholars read thanks to the Rosetta Stone?',
      options: [
        'Egyptian hieroglyphs',
        'Babylonian cuneiform',
        'The letters of the Maya',
        'The runes of the Vikings',
      ],
      answer: 0,
      why: 'It bears the same decree in Greek, which was known, and in two Egyptian scripts, which could then be worked out.',
    },
    {
      id: 'his-c4',
      question:
        'Which country became independent in 1804, after enslaved people had risen against their masters?',
      options: ['Jamaica', 'Brazil', 'Cuba', 'Haiti'],
      answer: 3,
      why: 'The uprising in the French colony of Saint-Domingue began in 1791; the new state took the name of Haiti.',
    },
    {
      id: 'his-c5',
      question: 'Which event led within weeks to the First World War?',
      options: [
        'The murder of Archduke Franz Ferdinand',
        'The sinking of the liner Lusitania',
        'The overthrow of the Russian tsar',
        'The German invasion of Poland',
      ],
      answer: 0,
      why: 'He was shot in Sarajevo on 28 June 1914; Austria-Hungary declared war on Serbia on 28 July.',
    },
  ],
  written: [
    {
      id: 'his-w1',
      question: 'How do primary and secondary sources differ? Give an example of each.',
      points: [
        'A primary source comes from the time, or from people who took part.',
        'A secondary source is a later account based on such sources.',
        'An example of each, such as a letter and a history book.',
      ],
    },
    {
      id: 'his-w2',
      question: 'Why does a historian ask who wrote a source, and for whom?',
      points: [
        'Every author has interests and sees only part of what happens.',
        'What is said, and what is left out, depends on the intended readers.',
        'The answer shows what the source can be trusted for and how to compare it with others.',
      ],
    },
    {
      id: 'his-w3',
      question: 'Name two reasons why the Industrial Revolution began in Britain.',
      points: [
        'Two sound reasons, each with a short explanation.',
        'For instance coal and iron nearby, and waterways to transport them.',
        'Capital, banks, and trade with colonies and overseas markets.',
        'High wages and cheap fuel, which made machines worth their price.',
        'Changes in farming that fed the towns and freed labour.',
      ],
    },
    {
      id: 'his-w4',
      question: 'What is the difference between the cause of an event and its trigger? Use an example.',
      points: [
        'Causes are conditions that make an event likely over a long time.',
        'The trigger is the incident that sets it off.',
        'An example that tells them apart, such as rivalry and alliances, and the shots of 1914.',
      ],
    },
    {
      id: 'his-w5',
      question: '‘History is written by the winners.’ Why is that only half true?',
      points: [
        'Winners often controlled records, schools and monuments.',
        'The defeated and ordinary people left traces too: letters, songs, court files, objects.',
        'Historians search for these, and read the winners’ records critically.',
      ],
    },
  ],
};
