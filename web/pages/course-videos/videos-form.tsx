import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Course } from '#contract/schemas/courses.ts';
import { CommandError } from '../../client/api/form-error.tsx';
import { setFieldErrors } from '../../client/api/set-field-errors.ts';
import { queryClient } from '../../client/query-client.ts';
import { courseKeys } from '../../domains/courses/course-keys.ts';
import { updateCourseVideos } from '../../domains/courses/update-course.ts';
import { useConflictBanner, useCourseEdit } from '../../domains/courses/use-course-edit.ts';
import { resolveVideos, toVideo } from '../../domains/videos/videos.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictBanner } from '../../ui/conflict-banner.tsx';
import { focusPageHeading } from '../../ui/page-heading-focus.ts';
import { toast } from '../../ui/toast.ts';
import { useSingleMutation } from '../../ui/use-single-mutation.ts';
import { describeAddress } from './describe-address.ts';
import { ModuleField } from './module-field.tsx';
import {
  areAllBlank,
  areSameVideos,
  type CourseVideosBody,
  modules,
  toSavedFields,
  toVideoFields,
  type VideoFields,
  videosSchema,
} from './videos-schema.ts';

/** An edit of the videos of a course. `send` returns the expected version that the server has accepted: that of the course before the edit. */
type VideosEdit = { id: string; videos: CourseVideosBody['videos']; send: () => Promise<number | undefined> };

/** Saves the videos of a course and updates the cached course. @param onSaved called with the saved videos. */
const useSaveVideos = (onSaved: (videos: CourseVideosBody['videos']) => void) =>
  useSingleMutation({
    mutationFn: ({ send }: VideosEdit) => send(),
    onSuccess: (version, { id, videos }) => {
      const queryKey = courseKeys.one(id);
      // If a live update has arrived before the answer, it may be about a newer edit.
      queryClient.setQueryData<Course>(queryKey, (cached) =>
        cached && cached.version === version ? { ...cached, videos } : cached,
      );
      onSaved(videos);
      void queryClient.invalidateQueries({ queryKey });
      toast.success('Videos saved.');
    },
  });

const toValues = (course: Course) => ({ videos: toVideoFields(course.videos) });

const fieldNames = modules.map((module) => `videos.${module - 1}` as const);

/** The form for the five videos of a course. It keeps the user's changes while `course` receives live updates. */
export const VideosForm = ({ course }: { course: Course }) => {
  const [preview, setPreview] = useState<{ module: number; address: string } | null>(null);
  const { register, handleSubmit, formState, watch, getValues, reset, setError } = useForm<
    VideoFields,
    unknown,
    CourseVideosBody
  >({ resolver: zodResolver(videosSchema), defaultValues: toValues(course) });
  const addresses = watch('videos');
  const areEmpty = areAllBlank(addresses);
  const edit = useCourseEdit(course, toValues, [{ videos: addresses }, { videos: toSavedFields(addresses) }]);
  const theirs = edit.theirs.videos;
  const base = edit.base.videos;
  const hasOwnChanges = !areSameVideos(addresses, base);
  /** Fills all fields after the click on a button, which then disappears. */
  const fill = (videos: string[]) => {
    focusPageHeading();
    reset({ videos });
  };
  const {
    mutate: save,
    isPending: isSaving,
    error,
    reset: clear,
  } = useSaveVideos((videos) => {
    const saved = toVideoFields(videos);
    if (areSameVideos(toSavedFields(getValues('videos')), saved)) reset({ videos: saved });
  });
  const hasConflict = edit.conflicts.length > 0 && hasOwnChanges && !isSaving;
  const { banner, refuse, finishChoice } = useConflictBanner(hasConflict, error, clear);
  const resolve = () => {
    edit.resolve(['videos']);
    finishChoice(true);
  };
  useEffect(() => {
    if (error) setFieldErrors(error, fieldNames, setError);
  }, [error, setError]);
  useEffect(() => {
    if (isSaving || hasOwnChanges || areSameVideos(theirs, base)) return;
    edit.resolve(['videos']);
    reset({ videos: theirs });
  });

  const clips = resolveVideos({ course_code: course.course_code });
  const submit = handleSubmit((body) => {
    const values = { videos: toVideoFields(body.videos) };
    const send = () =>
      edit.send(values, (expectedVersion) => updateCourseVideos(course._id, { ...body, expectedVersion }));
    save({ id: course._id, videos: body.videos, send });
  });
  return (
    <form
      noValidate
      data-error-lines
      onSubmit={(event) => {
        event.preventDefault();
        if (hasConflict) refuse();
        else void submit();
      }}
    >
      {hasConflict && (
        <div className="mb-6">
          <ConflictBanner
            ref={banner}
            text="Somebody else changed the videos of this course. Your changes are still here."
            onTake={() => {
              resolve();
              reset({ videos: theirs });
            }}
            onKeep={resolve}
          />
        </div>
      )}
      <ol className="divide-y divide-hairline">
        {modules.map((module) => {
          const address = addresses[module - 1] ?? '';
          const clip = clips[module - 1];
          return (
            <ModuleField
              key={module}
              module={module}
              field={register(`videos.${module - 1}`)}
              error={formState.errors.videos?.[module - 1]?.message}
              description={
                areEmpty && clip ? `Clip for ${course.course_code} · ${clip.title}` : describeAddress(address)
              }
              video={areEmpty ? (clip ?? null) : toVideo(address, `Module ${module}`)}
              isPreviewOpen={preview?.module === module && preview.address === address}
              onTogglePreview={(isOpen) => setPreview(isOpen ? { module, address } : null)}
            />
          );
        })}
      </ol>
      <div className="mt-2 grid gap-4">
        <p role="status" className="text-sm text-muted empty:hidden">
          {areEmpty &&
            hasOwnChanges &&
            `If you save, the course plays the standard clips for ${course.course_code}.`}
        </p>
        <CommandError text="The videos could not be saved." error={error} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isWorking={isSaving}>
            Save videos
          </Button>
          {!areEmpty && (
            <Button variant="secondary" onClick={() => fill(toVideoFields(null))}>
              Clear all
            </Button>
          )}
          {hasOwnChanges && (
            <Button variant="quiet" onClick={() => fill(base)}>
              Undo changes
            </Button>
          )}
        </div>
      </div>
    </form>
  );
};
