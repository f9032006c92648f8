import type { QuestionBank } from '../question.ts';

export const eee: QuestionBank = {
  code: 'EEE',
  choice: [
    {
      id: 'eee-c1',
      question: 'A heater of 2 kW runs for 90 minutes. How much energy does it use?',
      options: ['1.3 kWh', '2 kWh', '3 kWh', '180 kWh'],
      answer: 2,
      why: 'Energy is power times time: 2 kW times 1.5 hours is 3 kWh.',
    },
    {
      id: 'eee-c2',
      question: 'Two resistors of 6 Ω are connected in parallel. What is their combined resistance?',
      options: ['3 Ω', '6 Ω', '12 Ω', '36 Ω'],
      answer: 0,
      why: 'Two equal paths carry twice the current at the same voltage, so the resistance is half that of one.',
    },
    {
      id: 'eee-c3',
      question: 'Why is electric power carried over long distances at a high voltage?',
      options: [
        'The wires’ resistance falls as voltage rises',
        'The electrons get to their goal sooner',
        'No insulation is needed at high voltage',
        'A smaller current loses less power as heat',
      ],
      answer: 3,
      why: 'The same power needs less current at a higher voltage, and the loss in the wires grows with the square of the current.',
    },
    {
      id: 'eee-c4',
      question: 'Which component stores energy in an electric field?',
      options: ['An inductor', 'A capacitor', 'A resistor', 'A transformer'],
      answer: 1,
      why: 'The field lies between the capacitor’s plates. An inductor stores energy in a magnetic field.',
    },
    {
      id: 'eee-c5',
      question:
        'What must flow in the primary coil of a transformer to keep up a voltage in the secondary coil?',
      options: [
        'A steady direct current',
        'A very large current',
        'A very small current',
        'A current that keeps changing',
      ],
      answer: 3,
      why: 'Only a changing magnetic field induces a voltage in the secondary coil. With a steady current nothing changes.',
    },
  ],
  written: [
    {
      id: 'eee-w1',
      question: 'State Ohm’s law and say what each letter stands for.',
      points: [
        'V = I · R, in any of its forms.',
        'V is the voltage (volts), I the current (amperes), R the resistance (ohms).',
        'It holds for a conductor whose resistance stays the same, for example at a constant temperature.',
      ],
    },
    {
      id: 'eee-w2',
      question: 'What does a fuse do, and why is it in the live wire?',
      points: [
        'It melts and breaks the circuit when the current is too large.',
        'In the live wire it cuts the appliance off from the dangerous voltage.',
        'With a fuse in the neutral wire, the appliance would stop but could still give a shock.',
      ],
    },
    {
      id: 'eee-w3',
      question: 'How do direct and alternating current differ? Name a source of each.',
      points: [
        'Direct current always flows in one direction.',
        'Alternating current keeps reversing its direction.',
        'Sources: a battery or solar cell; the mains or an alternator.',
      ],
    },
    {
      id: 'eee-w4',
      question: 'Why is an ammeter connected in series, and a voltmeter in parallel?',
      points: [
        'The current to be measured must flow through the ammeter.',
        'A voltage is a difference between two points, so the voltmeter goes across them.',
        'An ammeter has a very low resistance and a voltmeter a very high one, so they hardly disturb the circuit.',
      ],
    },
    {
      id: 'eee-w5',
      question: 'Why does a wire get warm when a current flows through it?',
      points: [
        'Moving electrons collide with the atoms of the wire and pass energy to them.',
        'Electrical energy becomes heat: P = I² · R.',
        'A larger current or a larger resistance gives more heat.',
      ],
    },
  ],
};
