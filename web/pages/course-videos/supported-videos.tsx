import type { ReactNode } from 'react';

const SourceType = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="font-medium">{name}</dt>
    <dd className="mt-1 text-sm text-muted wrap-anywhere">{children}</dd>
  </div>
);

/** Explains which video addresses are supported. */
export const SupportedVideos = ({ code }: { code: string }) => (
  <aside
    aria-labelledby="what-can-be-played"
    className="rounded-card border border-hairline bg-surface p-5 shadow-card lg:sticky lg:top-24"
  >
    <h2 id="what-can-be-played" className="font-serif text-xl font-semibold">
      Supported videos
    </h2>
    <dl className="mt-4 space-y-4">
      <SourceType name="Video file">A public link to a WebM or MP4 file, https://…</SourceType>
      <SourceType name="YouTube">
        A link to a video. It plays without cookies, and only after the student presses play.
      </SourceType>
      <SourceType name="Standard clips">
        Leave all fields empty to use the clips for {code}, which have captions.
      </SourceType>
    </dl>
    <p className="mt-5 border-t border-hairline pt-4 text-sm text-muted">
      Students see new videos at once and keep their progress.
    </p>
  </aside>
);
