import type { QuestionBank } from '../question.ts';

export const eng: QuestionBank = {
  code: 'ENG',
  choice: [
    {
      id: 'eng-c1',
      question: 'Which of these sentences is in the passive voice?',
      options: [
        'Anna had been writing the letter',
        'Anna had to write the letter',
        'The letter was written by Anna',
        'The letter was long and friendly',
      ],
      answer: 2,
      why: 'The subject, the letter, is acted upon, and the verb is a form of ‘be’ with a past participle: ‘was written’.',
    },
    {
      id: 'eng-c2',
      question: '‘On Mondays the classroom was a zoo.’ Which figure of speech is this?',
      options: ['A metaphor', 'A simile', 'A pun', 'A personification'],
      answer: 0,
      why: 'It says that one thing is another. With ‘like a zoo’ it would be a simile.',
    },
    {
      id: 'eng-c3',
      question: 'Which of these sentences is written correctly?',
      options: [
        'It’s name is Rex, and its hungry.',
        'It’s name is Rex, and it’s hungry.',
        'Its name is Rex, and its hungry.',
        'Its name is Rex, and it’s hungry.',
      ],
      answer: 3,
      why: '‘Its’ says whose name it is. ‘It’s’ is short for ‘it is’, as in ‘it is hungry’.',
    },
    {
      id: 'eng-c4',
      question: 'How many lines does a sonnet usually have?',
      options: ['8', '14', '16', '20'],
      answer: 1,
      why: 'Shakespeare’s sonnets have three groups of four lines and a couplet, Petrarch’s have eight lines and six.',
    },
    {
      id: 'eng-c5',
      question: 'What is an unreliable narrator?',
      options: [
        'One who tells the story in the third person',
        'One whose account readers learn to doubt',
        'One who knows the thoughts of all characters',
        'One who leaves before the story has ended',
      ],
      answer: 1,
      why: 'Gaps, contradictions or self-interest in the telling show the reader that things may have been otherwise.',
    },
  ],
  written: [
    {
      id: 'eng-w1',
      question: 'How do a simile and a metaphor differ? Make up one of each.',
      points: [
        'A simile compares openly, with ‘like’ or ‘as’.',
        'A metaphor says that one thing is another.',
        'An example of each that fits.',
      ],
    },
    {
      id: 'eng-w2',
      question: 'Make this shorter: ‘Due to the fact that it was raining, we made the decision to stay.’',
      points: [
        '‘Because it was raining, we decided to stay’, or something as short.',
        '‘Because’ or ‘as’ instead of ‘due to the fact that’.',
        'A verb, ‘decided’, instead of ‘made the decision’; the meaning stays the same.',
      ],
    },
    {
      id: 'eng-w3',
      question: 'What does a story gain and lose when one of its characters tells it?',
      points: [
        'Gain: closeness, a voice, thoughts from inside.',
        'Loss: only what this character knows can be told.',
        'The account may be biased or mistaken, which can be a gain as well.',
      ],
    },
    {
      id: 'eng-w4',
      question: 'What is dramatic irony? Give an example.',
      points: [
        'The audience knows something that a character does not.',
        'So words and acts get a second meaning: tension, or comedy.',
        'An example, such as Romeo, who believes that the sleeping Juliet is dead.',
      ],
    },
    {
      id: 'eng-w5',
      question: 'What does the comma change in ‘Let’s eat, Grandma’?',
      points: [
        'With it, Grandma is spoken to and asked to join the meal.',
        'Without it, she is the meal: the object of ‘eat’.',
        'Punctuation shows how the parts of a sentence belong together.',
      ],
    },
  ],
};
