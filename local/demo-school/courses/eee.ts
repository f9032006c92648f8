import { type DemoCourse, paragraph } from './demo-course.ts';

export const eee: readonly DemoCourse[] = [
  {
    slug: 'circuits-from-the-kitchen-table',
    course_code: 'EEE',
    course_name: 'Circuits from the Kitchen Table',
    duration: '4 years',
    difficulty: '5 out of 10',
    category: 'Engineering',
    price: 450,
    instructor: 'Tomás Rivera',
    details: paragraph(`
      Everything in this course can be done on a kitchen table with a battery, a breadboard and a meter that costs less than
      dinner. We start with why a lamp glows at all, and by the second term you will have built a radio, a heartbeat monitor
      and a thermostat that argues with your fridge. Theory comes when a circuit refuses to work and you want to know why:
      Kirchhoff, Thévenin, resonance, in that order. Nobody is asked to memorise a formula that they can derive on a napkin.
      The final piece is a device that someone in your own street needs; students have made doorbells for the deaf and an
      honest egg timer.`),
  },
  {
    slug: 'power-for-a-small-island',
    course_code: 'EEE',
    course_name: 'Power for a Small Island',
    duration: '2-3 years',
    difficulty: '7',
    category: 'Engineering',
    price: 610,
    instructor: 'Tomás Rivera',
    details: paragraph(`
      Four hundred people live on an island with one diesel generator, plenty of wind and a harbour that freezes. Your task,
      for the whole course, is to keep their lights on. You will size turbines and batteries, draw the grid, calculate what
      happens when the fish factory starts its compressors, and stand in front of the council when it goes dark. Along the
      way come three-phase systems, transformers, protection, power electronics and the economics of a kilowatt hour. Each
      year we publish the class's plan; two real islands have taken ideas from it. You need complex numbers, a spreadsheet
      and the courage to say what a blackout costs.`),
  },
  {
    slug: 'motors-magnets-and-motion',
    course_code: 'EEE',
    course_name: 'Motors, Magnets and Motion',
    duration: '3 years',
    difficulty: '6/10',
    category: 'Engineering',
    price: 540,
    instructor: 'Jonas Aalto',
    details: paragraph(`
      A motor is a conversation between two magnets, and this course teaches you to overhear it. We take apart a washing
      machine, an electric scooter and a camera lens, and ask of each: why this motor and not another? From there we go into
      fields, torque, drives and control, with a workshop every week in which something turns that did not turn before. You
      learn to tune a controller by ear as well as by equation, to find the resonance that shakes a machine to pieces, and to
      read the smell of a winding that is about to fail. The last project is a machine that moves one kilogram by one metre,
      as gently as possible.`),
  },
];
