import { CirclePlay } from 'lucide-react';
import { Link } from 'react-router-dom';
import { type NotePlace, placeAddress, placeName } from '../place.ts';
import { MarkedText } from './marked-text.tsx';

const classes =
  'inline-flex min-h-6 items-center gap-1.5 rounded-control font-medium text-brand underline decoration-control underline-offset-4 tabular-nums hover:decoration-brand';

const Name = ({ place, words }: { place: NotePlace; words: readonly string[] }) => (
  <>
    <CirclePlay className="size-4 shrink-0" aria-hidden="true" />
    <span>
      <MarkedText text={placeName(place)} words={words} />
    </span>
  </>
);

/** Leads from another page back to where a note was taken. */
export const NotePlaceLink = ({
  enrolmentId,
  place,
  words,
}: {
  enrolmentId: string;
  place: NotePlace;
  words: readonly string[];
}) => (
  <Link to={placeAddress(enrolmentId, place)} className={classes}>
    <Name place={place} words={words} />
  </Link>
);

/** Has the player on the page go to where a note was taken. */
export const NotePlaceButton = ({ place, goTo }: { place: NotePlace; goTo: (place: NotePlace) => void }) => (
  <button type="button" className={classes} onClick={() => goTo(place)}>
    <span className="sr-only">Go to </span>
    <Name place={place} words={[]} />
  </button>
);
