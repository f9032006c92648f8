import type { QuestionBank } from '../question.ts';

export const phy: QuestionBank = {
  code: 'PHY',
  choice: [
    {
      id: 'phy-c1',
      question:
        'A hammer and a feather are dropped together on the Moon, from the same height. What happens?',
      options: [
        'The hammer lands first',
        'The feather lands first',
        'Both land together',
        'Both stay where they are',
      ],
      answer: 2,
      why: 'Without air nothing holds the feather back, and gravity gives both the same acceleration.',
    },
    {
      id: 'phy-c2',
      question: 'A car goes twice as fast as before. How does its kinetic energy change?',
      options: [
        'It becomes 4 times as large',
        'It becomes twice as large',
        'It becomes 8 times as large',
        'It stays as it was',
      ],
      answer: 0,
      why: 'Kinetic energy grows with the square of the speed. That is why the stopping distance grows so quickly with speed.',
    },
    {
      id: 'phy-c3',
      question: 'Why does ice float on water?',
      options: [
        'It is colder than the water',
        'It is harder than the water',
        'It is free of dissolved air',
        'It is less dense than the water',
      ],
      answer: 3,
      why: 'Water takes up more room when it freezes, so ice weighs less than the same volume of water.',
    },
    {
      id: 'phy-c4',
      question:
        'A book lies on a table. The Earth pulls the book down. What is the reaction to this force, by Newton’s third law?',
      options: [
        'The table pushes the book up',
        'The book pulls the Earth up',
        'The book pushes the table down',
        'The floor pushes the table up',
      ],
      answer: 1,
      why: 'The two forces of a pair act between the same two bodies: the Earth on the book, and the book on the Earth.',
    },
    {
      id: 'phy-c5',
      question: 'Light goes from air into glass at an angle. Which of these stays the same?',
      options: ['Its speed', 'Its wavelength', 'Its direction', 'Its frequency'],
      answer: 3,
      why: 'As many waves enter the glass each second as reach it. Speed and wavelength become smaller, and the light is bent.',
    },
  ],
  written: [
    {
      id: 'phy-w1',
      question: 'What is the difference between mass and weight?',
      points: [
        'Mass says how hard a body is to accelerate; it is measured in kilograms.',
        'Weight is the force of gravity on it, in newtons.',
        'On the Moon the mass is the same and the weight is less.',
      ],
    },
    {
      id: 'phy-w2',
      question: 'Why do you feel pushed outwards in a car that turns a corner?',
      points: [
        'Your body tends to go straight on: inertia.',
        'The car turns, and its door or seat pushes you inwards.',
        'Seen from the road, no force pushes you outwards.',
      ],
    },
    {
      id: 'phy-w3',
      question: 'What does the law of conservation of energy say? Give an example.',
      points: [
        'Energy is neither created nor destroyed: in a closed system the sum stays the same.',
        'It only changes its form.',
        'An example, such as a falling stone: potential to kinetic energy, then heat.',
      ],
    },
    {
      id: 'phy-w4',
      question: 'Why is the sky blue by day?',
      points: [
        'Sunlight contains all colours.',
        'The molecules of the air scatter short waves, blue, far more than long ones, red.',
        'So scattered blue light reaches us from all over the sky.',
      ],
    },
    {
      id: 'phy-w5',
      question: 'Why does a metal spoon feel colder than a wooden one in the same room?',
      points: [
        'Both have the same temperature.',
        'Metal conducts heat better than wood.',
        'It takes heat from the hand faster, and that is what the skin feels.',
      ],
    },
  ],
};
