import type { QuestionBank } from '../question.ts';

export const psy: QuestionBank = {
  code: 'PSY',
  choice: [
    {
      id: 'psy-c1',
      question: 'More ice cream is sold in the weeks in which more people drown. What explains this best?',
      options: [
        'Ice cream makes people swim less well',
        'Sad news makes people buy ice cream',
        'Swimmers are given ice cream for free',
        'Hot weather leads to more of both',
      ],
      answer: 3,
      why: 'A third thing drives both: on hot days people eat ice cream and go swimming. Two things rising together does not prove that one causes the other.',
    },
    {
      id: 'psy-c2',
      question:
        'Pavlov’s dogs learned to salivate at a sound that had come before food. What had the sound become?',
      options: [
        'A conditioned stimulus',
        'An unconditioned stimulus',
        'A conditioned response',
        'A negative reinforcer',
      ],
      answer: 0,
      why: 'The sound did nothing until it was paired with food. Food needs no learning: it is the unconditioned stimulus.',
    },
    {
      id: 'psy-c3',
      question: 'Which of these is negative reinforcement?',
      options: [
        'A child who shouts is sent to bed early',
        'A child who shouts loses a favourite toy',
        'A driver who buckles up stops the beeping',
        'A driver who buckles up is praised for it',
      ],
      answer: 2,
      why: 'Drivers buckle up more often because something unpleasant ends. The first two are punishments, the last is positive reinforcement.',
    },
    {
      id: 'psy-c4',
      question: 'Why is one group in a drug trial given a placebo?',
      options: [
        'To make side effects in the trial less likely',
        'To tell the drug’s effect from that of expecting it',
        'To save the cost of treating the whole group',
        'To let patients choose what they want to take',
      ],
      answer: 1,
      why: 'People who expect help often feel better. The effect of the drug itself is the difference between the groups.',
    },
    {
      id: 'psy-c5',
      question: 'Which part of the brain matters most for forming new memories of events?',
      options: ['The cerebellum', 'The brain stem', 'The hippocampus', 'The visual cortex'],
      answer: 2,
      why: 'Patients whose hippocampi were damaged on both sides could hardly remember new events, while old memories often remained.',
    },
  ],
  written: [
    {
      id: 'psy-w1',
      question: 'Two things are correlated. Why does this not prove that one causes the other?',
      points: [
        'A third thing may cause both.',
        'The cause may work in the other direction.',
        'It may be chance; an experiment that changes one thing alone tells more.',
      ],
    },
    {
      id: 'psy-w2',
      question: 'What is confirmation bias? Give an example.',
      points: [
        'We look for, notice and remember what fits our beliefs.',
        'We overlook or explain away what contradicts them.',
        'An example that shows it.',
      ],
    },
    {
      id: 'psy-w3',
      question: 'How do working memory and long-term memory differ?',
      points: [
        'Working memory holds a few things for seconds, while we use them.',
        'Long-term memory holds a great deal, for years.',
        'Meaning and repeated recall help to move things from one to the other.',
      ],
    },
    {
      id: 'psy-w4',
      question: 'Why are people assigned to the groups of an experiment at random?',
      points: [
        'The groups are then alike on average, even in ways that nobody thought of.',
        'So a difference in the results can be put down to the treatment.',
        'Neither researchers nor participants choose who gets what.',
      ],
    },
    {
      id: 'psy-w5',
      question: 'What is the spacing effect, and how can a student make use of it?',
      points: [
        'Learning lasts longer when the same time is spread over several days.',
        'Recalling something half forgotten strengthens it.',
        'Use: several short sessions with questions, instead of one long night.',
      ],
    },
  ],
};
