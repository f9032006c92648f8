import { ImageIcon, ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { imageAddress } from '#contract/text.ts';

const address = imageAddress('Image URL');
/** A picture is asked for when the typing has paused, not at every letter of its address. */
const pauseMs = 400;

const useSettled = (url: string): string | null => {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      const parsed = address.safeParse(url);
      setSettled(parsed.success ? parsed.data : null);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [url]);
  return settled;
};

/** The picture as the course's card will show it, with its place kept while there is none. */
export const PicturePreview = ({ url }: { url: string }) => {
  const settled = useSettled(url);
  const [failed, setFailed] = useState<string | null>(null);
  const broken = settled !== null && failed === settled;
  return (
    <figure>
      <div className="grid aspect-video place-items-center overflow-hidden rounded-card border border-hairline bg-sunken">
        {settled !== null && !broken ? (
          <img
            src={settled}
            alt="The course's card will show this"
            referrerPolicy="no-referrer"
            onError={() => setFailed(settled)}
            className="size-full object-cover"
          />
        ) : (
          <span className="grid justify-items-center gap-2 px-6 text-center text-sm text-muted">
            {broken ? <ImageOff aria-hidden="true" /> : <ImageIcon aria-hidden="true" />}
            {broken ? 'No picture could be loaded from this address.' : 'The picture appears here.'}
          </span>
        )}
      </div>
      <figcaption className="mt-2 text-sm text-muted">Preview, in the shape of a course's card</figcaption>
    </figure>
  );
};
