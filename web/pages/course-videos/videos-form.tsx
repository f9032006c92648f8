import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Course } from '#contract/courses.ts';
import { putErrorsAtFields } from '../../client/api/errors-at-fields.ts';
import { videoAt, videosOf } from '../../domains/videos/videos.ts';
import { Button } from '../../ui/button.tsx';
import { FormFailure, RequestId } from '../../client/api/form-failure.tsx';
import { addressInWords } from './address-words.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { ModuleLine } from './module-line.tsx';
import {
  areNone,
  areSame,
  modules,
  type OwnVideos,
  ownVideos,
  type TypedVideos,
  typedVideos,
} from './own-videos.ts';
import { useSave } from './use-save.ts';

const fieldNames = modules.map((module) => `videos.${module - 1}` as const);

/** Five lines for a course's own videos. `course` follows the log while they are typed. */
export const VideosForm = ({ course }: { course: Course }) => {
  const theirs = typedVideos(course.videos);
  /** What the person began with, or decided upon. */
  const [base, setBase] = useState(theirs);
  const [preview, setPreview] = useState<{ module: number; address: string } | null>(null);
  const banner = useRef<HTMLElement>(null);
  const { register, handleSubmit, formState, watch, getValues, reset, setError } = useForm<
    TypedVideos,
    unknown,
    OwnVideos
  >({ resolver: zodResolver(ownVideos), defaultValues: { videos: base } });
  const typed = watch('videos');
  const none = areNone(typed);
  const changed = !areSame(theirs, base) && !areSame(theirs, typed);
  const untouched = areSame(typed, base);
  const take = (videos: string[]) => {
    setBase(videos);
    reset({ videos });
  };
  const { save, saving, waiting, failure } = useSave(course, (videos) => {
    const saved = typedVideos(videos);
    const typedSince = !areSame(
      getValues('videos').map((text) => text.trim()),
      saved,
    );
    if (typedSince) setBase(saved);
    else take(saved);
  });
  useEffect(() => {
    if (failure) putErrorsAtFields(failure, fieldNames, setError);
  }, [failure, setError]);
  useEffect(() => {
    // Nothing was typed: the lines simply show what the course has now.
    if (changed && untouched) take(theirs);
  });

  const clips = videosOf({ course_code: course.course_code });
  const inDispute = changed && !untouched && !saving;
  const submit = handleSubmit((body) => save(body));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (inDispute) banner.current?.focus();
        else void submit();
      }}
    >
      {inDispute && (
        <ChangedMeanwhile ref={banner} onTake={() => take(theirs)} onKeep={() => setBase(theirs)} />
      )}
      <ol className="divide-y divide-hairline">
        {modules.map((module) => {
          const address = typed[module - 1] ?? '';
          const clip = clips[module - 1];
          return (
            <ModuleLine
              key={module}
              module={module}
              field={register(`videos.${module - 1}`)}
              error={formState.errors.videos?.[module - 1]?.message}
              words={none && clip ? `Clip of ${course.course_code} · ${clip.title}` : addressInWords(address)}
              video={none ? (clip ?? null) : videoAt(address, `Module ${module}`)}
              shown={preview?.module === module && preview.address === address}
              onShow={(show) => setPreview(show ? { module, address } : null)}
            />
          );
        })}
      </ol>
      <div className="mt-2 grid gap-4">
        <p role="status" className="text-sm text-muted empty:hidden">
          {waiting
            ? 'You are offline. This waits here and is sent when the line is back.'
            : none && !untouched
              ? `Saved like this, the five clips of ${course.course_code} play again.`
              : null}
        </p>
        <FormFailure text={failure === null ? null : 'The videos could not be saved.'}>
          <p>{failure?.message}</p>
          <RequestId error={failure} />
        </FormFailure>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" working={saving}>
            Save videos
          </Button>
          {!none && (
            <Button look="second" onClick={() => reset({ videos: typedVideos(null) })}>
              Clear all five
            </Button>
          )}
          {!untouched && (
            <Button look="quiet" onClick={() => reset({ videos: base })}>
              Undo changes
            </Button>
          )}
        </div>
      </div>
    </form>
  );
};
