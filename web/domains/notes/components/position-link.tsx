import { CirclePlay } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../client/paths.ts';
import { formatPosition, type VideoPosition } from '../../videos/video-position.ts';
import { HighlightedText } from './highlighted-text.tsx';

const linkClasses =
  'inline-flex min-h-6 items-center gap-1.5 rounded-control font-medium text-brand underline decoration-control underline-offset-4 tabular-nums hover:decoration-brand';

const PositionLabel = ({ position, words }: { position: VideoPosition; words: readonly string[] }) => (
  <>
    <CirclePlay className="size-4 shrink-0" />
    <span>
      <HighlightedText text={formatPosition(position)} words={words} />
    </span>
  </>
);

/** Links to the position in the video at which a note was taken. */
export const PositionLink = ({
  enrolmentId,
  position,
  words,
}: {
  enrolmentId: string;
  position: VideoPosition;
  words: readonly string[];
}) => (
  <Link to={paths.learnCourse(enrolmentId, position)} className={linkClasses}>
    <PositionLabel position={position} words={words} />
  </Link>
);

/** Moves the player on the same page to the position at which a note was taken. */
export const PositionButton = ({
  position,
  goTo,
}: {
  position: VideoPosition;
  goTo: (position: VideoPosition) => void;
}) => (
  <button type="button" className={linkClasses} onClick={() => goTo(position)}>
    <span className="sr-only">Go to </span>
    <PositionLabel position={position} words={[]} />
  </button>
);
