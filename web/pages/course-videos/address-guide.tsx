import type { ReactNode } from 'react';

const Kind = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="font-medium">{name}</dt>
    <dd className="mt-1 text-sm text-muted wrap-anywhere">{children}</dd>
  </div>
);

/** What an address may be, and what happens with it. */
export const AddressGuide = ({ code }: { code: string }) => (
  <aside
    aria-labelledby="what-can-be-played"
    className="rounded-card border border-hairline bg-surface p-5 shadow-card lg:sticky lg:top-24"
  >
    <h2 id="what-can-be-played" className="font-serif text-xl font-semibold">
      What can be played
    </h2>
    <dl className="mt-4 space-y-4">
      <Kind name="A file">
        Its address, https://… A WebM or MP4 file plays in every browser; its server must not ask for a
        password.
      </Kind>
      <Kind name="YouTube">
        A link to one video, as YouTube gives it to copy. It plays in YouTube’s player without cookies, and
        only after a student has pressed play.
      </Kind>
      <Kind name="Nothing">
        With all five lines empty the clips of {code} play, which come with captions.
      </Kind>
    </dl>
    <p className="mt-5 border-t border-hairline pt-4 text-sm text-muted">
      Whoever is learning the course has the new videos at once; what they have completed stays.
    </p>
  </aside>
);
