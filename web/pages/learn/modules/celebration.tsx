import { useEffect, useRef } from 'react';

const pieces = 60;
const durationMs = 1_800;
const colours = ['--brand', '--gold', '--good', '--info'];

const between = (from: number, to: number) => from + Math.random() * (to - from);

const piece = (): HTMLElement => {
  const paper = document.createElement('i');
  const width = between(6, 11);
  paper.style.cssText = `position:absolute;left:50%;top:45%;width:${width}px;height:${width * 0.45}px;border-radius:1px`;
  paper.style.background = `var(${colours[Math.floor(between(0, colours.length))]})`;
  return paper;
};

/** Animates one piece of confetti. */
const fly = (paper: HTMLElement): Animation => {
  const across = between(-45, 45);
  const up = between(-45, -10);
  const turn = between(-900, 900);
  return paper.animate(
    [
      { transform: 'translate(0, 0)', opacity: 1 },
      { transform: `translate(${across * 0.7}vw, ${up}vh) rotate(${turn / 2}deg)`, opacity: 1, offset: 0.35 },
      { transform: `translate(${across}vw, 55vh) rotate(${turn}deg)`, opacity: 0 },
    ],
    {
      duration: between(durationMs * 0.7, durationMs),
      easing: 'cubic-bezier(0.2, 0.7, 0.4, 1)',
      fill: 'forwards',
    },
  );
};

/** Confetti for less than two seconds after the fifth module; none with reduced motion. */
export const Celebration = ({ onEnd }: { onEnd: () => void }) => {
  const air = useRef<HTMLDivElement>(null);
  const ended = useRef(onEnd);
  useEffect(() => {
    const sky = air.current;
    const end = ended.current;
    if (!sky || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      end();
      return undefined;
    }
    const papers = Array.from({ length: pieces }, piece);
    sky.replaceChildren(...papers);
    for (const paper of papers) fly(paper);
    const timer = setTimeout(end, durationMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div ref={air} aria-hidden="true" className="pointer-events-none fixed inset-0 z-60 overflow-hidden" />
  );
};
