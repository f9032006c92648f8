import type { QuestionBank } from '../question.ts';

export const pha: QuestionBank = {
  code: 'PHA',
  choice: [
    {
      id: 'pha-c1',
      question:
        'A drug has a half-life of 4 hours, and 80 mg of it are in the body. How much is left after 12 hours?',
      options: ['40 mg', '27 mg', '20 mg', '10 mg'],
      answer: 3,
      why: 'Twelve hours are three half-lives: 80 becomes 40, then 20, then 10 mg.',
    },
    {
      id: 'pha-c2',
      question: 'What does an agonist do at a receptor?',
      options: [
        'It binds to it and blocks it',
        'It binds to it and activates it',
        'It breaks the receptor down',
        'It keeps the drug away from it',
      ],
      answer: 1,
      why: 'An agonist binds and sets off the receptor’s effect. An antagonist binds without setting it off, and keeps others out.',
    },
    {
      id: 'pha-c3',
      question: 'Why may a drug need a larger dose by mouth than by injection into a vein?',
      options: [
        'Part of it is lost in the gut and liver first',
        'The lungs breathe part of it out again',
        'Blood carries a swallowed drug more slowly',
        'A tablet always holds a weaker substance',
      ],
      answer: 0,
      why: 'Not all of it is absorbed, and gut wall and liver break some down before it reaches the rest of the body (first pass).',
    },
    {
      id: 'pha-c4',
      question: 'How much of a drug is there in 5 ml of a solution of 2 % (weight in volume)?',
      options: ['10 mg', '20 mg', '100 mg', '250 mg'],
      answer: 2,
      why: 'Two per cent is 2 g in 100 ml, or 20 mg in each millilitre; five of them hold 100 mg.',
    },
    {
      id: 'pha-c5',
      question: 'Which enzymes does ibuprofen inhibit?',
      options: ['Monoamine oxidases', 'DNA polymerases', 'Cyclo-oxygenases', 'Cholinesterases'],
      answer: 2,
      why: 'Cyclo-oxygenases (COX) make prostaglandins, which take part in pain, fever and inflammation.',
    },
  ],
  written: [
    {
      id: 'pha-w1',
      question: 'What is the difference between the generic name and the brand name of a medicine?',
      points: [
        'The generic name is that of the active substance, whoever makes it.',
        'A brand name is given by one maker to its own product.',
        'Different brands may hold the same substance: beware of taking it twice.',
      ],
    },
    {
      id: 'pha-w2',
      question: 'Why should antibiotics not be taken for a cold?',
      points: [
        'Colds are caused by viruses, and antibiotics act on bacteria.',
        'Needless use helps resistant bacteria to spread.',
        'There may be side effects, with nothing gained.',
      ],
    },
    {
      id: 'pha-w3',
      question: 'What is bioavailability, and why is it 100 % for an injection into a vein?',
      points: [
        'The share of a dose that reaches the circulation unchanged.',
        'An injection into a vein puts the whole dose there.',
        'Nothing of it is lost in absorption or in the first pass through the liver.',
      ],
    },
    {
      id: 'pha-w4',
      question: 'A drug has a narrow therapeutic window. What does that mean for the patient?',
      points: [
        'The dose that works and the dose that harms lie close together.',
        'It must be dosed exactly; small changes and interactions matter.',
        'Its level in the blood, or its effect, is watched.',
      ],
    },
    {
      id: 'pha-w5',
      question: 'Name three things that a pharmacist checks before handing out a prescribed medicine.',
      points: [
        'The right patient and a valid prescription.',
        'The right medicine, in the right strength and form.',
        'The dose: how much, how often, how long.',
        'Allergies, and interactions with other medicines.',
        'Conditions that forbid it, such as pregnancy or weak kidneys.',
      ],
    },
  ],
};
