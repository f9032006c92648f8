import { type DemoCourse, paragraph } from './demo-course.ts';

export const ece: readonly DemoCourse[] = [
  {
    slug: 'signals-and-silence',
    course_code: 'ECE',
    course_name: 'Signals and Silence',
    duration: '4 years',
    difficulty: '8',
    category: 'Engineering',
    price: 580,
    instructor: 'Jonas Aalto',
    details: paragraph(`
      A voice crosses an ocean, is cut into numbers, loses a tenth of itself and still sounds like your sister. How? We begin
      with the vibration of a string and end with the codes that speak to spacecraft. Fourier's idea, that every shape is a sum
      of waves, returns five times in five disguises until it is a friend. You will clean a seventy-year-old recording, find a
      heartbeat in noise, and send a picture across the room with nothing but two loudspeakers. The mathematics is honest and
      sometimes steep; every lecture has a sound in it. Headphones are required, perfect pitch is not.`),
  },
  {
    slug: 'chips-you-can-draw',
    course_code: 'ECE',
    course_name: 'Chips You Can Draw',
    duration: '3 years',
    difficulty: '9 out of 10',
    category: 'Engineering',
    price: 690,
    instructor: 'Mei Lin Chua',
    details: paragraph(`
      From a grain of sand to a processor in twelve steps, none of them skipped. You draw a transistor, then a gate, then an
      adder, and by the middle of the second year a small computer that runs your own programs, first in simulation and then on
      a board. We talk about what a nanometre buys and what it costs, why chips are dark most of the time, and how a fault in
      one wire of a billion is found. The best designs of each class are made for real on a shared wafer; holding your own chip
      up to the light is worth the wait. You should like puzzles and be patient with tools.`),
  },
];
