import type { QuestionBank } from '../question.ts';

export const pha: QuestionBank = {
  code: 'PHA',
  choice: [
    {
      id: 'pha-c1',
      question:
        'A drug has a half-life of 4 hours, and there are 80 mg of it in the body. How much is left after 12 hours?',
      options: ['40 mg', '27 mg', '20 mg', '10 mg'],
      answer: 3,
      why: 'Twelve hours is three half-lives: 80 becomes 40, then 20, then 10 mg.',
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
      why: 'An agonist binds and triggers the receptor’s effect. An antagonist binds without triggering it, and keeps other molecules out.',
    },
    {
      id: 'pha-c3',
      question: 'Why may a drug need a larger dose by mouth than by injection into a vein?',
      options: [
        'Part of it is lost in the gut and liver first',
        'Part of it is breathed out by the lungs',
        'Blood carries a swallowed drug more slowly',
        'A tablet always has a weaker substance',
      ],
      answer: 0,
      why: 'Not all of it is absorbed, and the gut wall and the liver break some of it down before it reaches the rest of the body (first pass).',
    },
    {
      id: 'pha-c4',
      question: 'How much of a drug is there in 5 ml of a 2 % solution (weight by volume)?',
      options: ['10 mg', '20 mg', '100 mg', '250 mg'],
      answer: 2,
      why: 'Two per cent is 2 g in 100 ml, or 20 mg in each millilitre, so 5 ml contain 100 mg.',
    },
    {
      id: 'pha-c5',
      question: 'Which enzymes does ibuprofen inhibit?',
      options: ['Monoamine oxidases', 'DNA polymerases', 'Cyclo-oxygenases', 'Cholinesterases'],
      answer: 2,
      why: 'Cyclo-oxygenases (COX) make prostaglandins, which play a part in pain, fever and inflammation.',
    },
  ],
  written: [
    {
      id: 'pha-w1',
      question: 'What is the difference between the generic name and the brand name of a medicine?',
      points: [
        'The generic name is that of the active substance, regardless of the maker.',
        'A brand name is given by one maker to its own product.',
        'Different brands may contain the same substance, so a patient might take it twice.',
      ],
    },
    {
      id: 'pha-w2',
      question: 'Why should antibiotics not be taken for a cold?',
      points: [
        'Colds are caused by viruses, and antibiotics act on bacteria.',
        'Unnecessary use helps resistant bacteria to spread.',
        'There may be side effects, without any benefit.',
      ],
    },
    {
      id: 'pha-w3',
      question: 'What is bioavailability, and why is it 100 % for an injection into a vein?',
      points: [
        'The share of a dose that reaches the circulation unchanged.',
        'An injection into a vein puts the whole dose there.',
        'None of it is lost in absorption or in the first pass through the liver.',
      ],
    },
    {
      id: 'pha-w4',
      question: 'A drug has a narrow therapeutic window. What does that mean for the patient?',
      points: [
        'The dose that works and the dose that harms are close together.',
        'It must be dosed exactly; small changes and interactions matter.',
        'Its level in the blood, or its effect, is monitored.',
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
        'Conditions that rule it out, such as pregnancy or kidney disease.',
      ],
    },
  ],
};
