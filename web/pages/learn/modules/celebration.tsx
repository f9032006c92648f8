import { useEffect, useRef } from 'react';
import { prefersReducedMotion } from '../../../ui/prefers-reduced-motion.ts';

const pieceCount = 60;
const durationMs = 1_800;
const colours = ['--brand', '--gold', '--good', '--info'];

const pickBetween = (from: number, to: number) => from + Math.random() * (to - from);

const createPiece = (): HTMLElement => {
  const piece = document.createElement('i');
  const width = pickBetween(6, 11);
  piece.style.cssText = `position:absolute;left:50%;top:45%;width:${width}px;height:${width * 0.45}px;border-radius:1px`;
  piece.style.background = `var(${colours[Math.floor(pickBetween(0, colours.length))]})`;
  return piece;
};

const animatePiece = (piece: HTMLElement): Animation => {
  const x = pickBetween(-45, 45);
  const y = pickBetween(-45, -10);
  const rotation = pickBetween(-900, 900);
  return piece.animate(
    [
      { transform: 'translate(0, 0)', opacity: 1 },
      { transform: `translate(${x * 0.7}vw, ${y}vh) rotate(${rotation / 2}deg)`, opacity: 1, offset: 0.35 },
      { transform: `translate(${x}vw, 55vh) rotate(${rotation}deg)`, opacity: 0 },
    ],
    {
      duration: pickBetween(durationMs * 0.7, durationMs),
      easing: 'cubic-bezier(0.2, 0.7, 0.4, 1)',
      fill: 'forwards',
    },
  );
};

/** Shows confetti for less than two seconds after the fifth module, unless the user prefers reduced motion. */
export const Celebration = ({ onEnd }: { onEnd: () => void }) => {
  const container = useRef<HTMLDivElement>(null);
  const firstOnEnd = useRef(onEnd);
  useEffect(() => {
    const element = container.current;
    const end = firstOnEnd.current;
    if (!element || prefersReducedMotion()) {
      end();
      return undefined;
    }
    const pieces = Array.from({ length: pieceCount }, createPiece);
    element.replaceChildren(...pieces);
    for (const piece of pieces) animatePiece(piece);
    const timer = setTimeout(end, durationMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      ref={container}
      aria-hidden="true"
      className="pointer-events-none fixed inset-0 z-60 overflow-hidden"
    />
  );
};
