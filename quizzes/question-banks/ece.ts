import type { QuestionBank } from '../question.ts';

export const ece: QuestionBank = {
  code: 'ECE',
  choice: [
    {
      id: 'ece-c1',
      question: 'The highest frequency in a signal is 4 kHz. What is its Nyquist rate?',
      options: ['2 kHz', '4 kHz', '8 kHz', '16 kHz'],
      answer: 2,
      why: 'It is twice the highest frequency: if sampled faster than that, the signal can be reconstructed from its samples.',
    },
    {
      id: 'ece-c2',
      question: 'Which gate with two inputs gives 1 exactly when its inputs differ?',
      options: ['NAND', 'XOR', 'NOR', 'XNOR'],
      answer: 1,
      why: 'XOR means one or the other, but not both. XNOR is its opposite and gives 1 when they are equal.',
    },
    {
      id: 'ece-c3',
      question: 'Which property of an FM station’s carrier wave does the sound change?',
      options: ['Its strength', 'Its speed', 'Its direction', 'Its frequency'],
      answer: 3,
      why: 'FM is frequency modulation. In AM it is the amplitude, the strength of the wave, that follows the sound.',
    },
    {
      id: 'ece-c4',
      question: 'An amplifier multiplies the power of a signal by 100. What is that in decibels?',
      options: ['20 dB', '10 dB', '40 dB', '100 dB'],
      answer: 0,
      why: 'Ten times the power is 10 dB, and each further factor of ten adds 10 dB: 10 · log₁₀(100) = 20.',
    },
    {
      id: 'ece-c5',
      question: 'What does an ideal diode do?',
      options: [
        'It lets current through in one direction only',
        'It turns a weak current into a strong one',
        'It holds charge between two metal plates',
        'It lets only high frequencies through',
      ],
      answer: 0,
      why: 'It conducts forwards and blocks backwards, which is how a rectifier turns alternating current into direct current.',
    },
  ],
  written: [
    {
      id: 'ece-w1',
      question: 'What is the difference between an analogue and a digital signal?',
      points: [
        'An analogue signal may take any value in its range.',
        'A digital signal takes only a limited number of levels.',
        'A digital signal can be regenerated without loss as long as the noise is small enough.',
      ],
    },
    {
      id: 'ece-w2',
      question: 'What is aliasing, and how is it prevented?',
      points: [
        'A signal that is sampled too slowly appears to contain frequencies that it does not have.',
        'Frequencies above half the sampling rate appear as lower ones.',
        'Remedy: a low-pass filter before sampling, or a higher sampling rate.',
      ],
    },
    {
      id: 'ece-w3',
      question: 'Why is sound put on a high-frequency carrier before it is sent by radio?',
      points: [
        'Aerials must be about as long as the wavelength: at the frequencies of sound they would be enormous.',
        'Stations share the air by using different carrier frequencies.',
        'The receiver tunes to one carrier and recovers the sound from it.',
      ],
    },
    {
      id: 'ece-w4',
      question: 'How do combinational and sequential circuits differ? Give an example of each.',
      points: [
        'The output of a combinational circuit depends on its present inputs alone.',
        'A sequential circuit remembers: its output depends on earlier inputs too.',
        'Examples: an adder or multiplexer; a flip-flop, counter or register.',
      ],
    },
    {
      id: 'ece-w5',
      question: 'What does a parity bit do, and which errors does it miss?',
      points: [
        'An extra bit makes the number of ones even (or odd, as agreed).',
        'The receiver notices when an odd number of bits has flipped.',
        'Two flipped bits, or any even number, go unnoticed; and it never says which bit it was.',
      ],
    },
  ],
};
