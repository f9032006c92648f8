import { ImageIcon, ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { imageAddress } from '#contract/fields/text.ts';

const imageUrl = imageAddress('Image URL');
/** The image is not requested for every key press. */
const debounceMs = 400;

const useDebouncedUrl = (url: string): string | null => {
  const [debounced, setDebounced] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      const parsed = imageUrl.safeParse(url);
      setDebounced(parsed.success ? parsed.data : null);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [url]);
  return debounced;
};

export const ImagePreview = ({ url }: { url: string }) => {
  const imageSrc = useDebouncedUrl(url);
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const hasFailed = imageSrc !== null && failedSrc === imageSrc;
  return (
    <figure>
      <div className="grid aspect-video place-items-center overflow-hidden rounded-card border border-hairline bg-sunken">
        {imageSrc !== null && !hasFailed ? (
          <img
            src={imageSrc}
            alt="As shown on the course card"
            referrerPolicy="no-referrer"
            onError={() => setFailedSrc(imageSrc)}
            className="size-full object-cover"
          />
        ) : (
          <span className="grid justify-items-center gap-2 px-6 text-center text-sm text-muted">
            {hasFailed ? <ImageOff /> : <ImageIcon />}
            {hasFailed ? 'The image could not be loaded.' : 'The image appears here.'}
          </span>
        )}
      </div>
      <figcaption className="mt-2 text-sm text-muted">Preview</figcaption>
    </figure>
  );
};
