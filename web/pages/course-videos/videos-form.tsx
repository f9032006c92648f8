import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Course } from '#contract/schemas/courses.ts';
import { setFieldErrors } from '../../client/api/field-errors.ts';
import { CommandError } from '../../client/api/form-error.tsx';
import { queryClient } from '../../client/query-client.ts';
import { courseKeys } from '../../domains/courses/course-keys.ts';
import { sendEdit } from '../../domains/courses/send-edit.ts';
import { updateCourseVideos } from '../../domains/courses/update-course.ts';
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
  toVideoFields,
  type VideoFields,
  videosSchema,
  wouldSave,
} from './videos-schema.ts';

/** An edit of the videos, with the course as the form showed it when the user submitted. */
type VideosEdit = { seen: Course; body: CourseVideosBody; isConflicting: (current: Course) => boolean };

/** Saves the videos of a course and updates the cached course. @param onSaved called with the saved videos. */
const useSaveVideos = (onSaved: (videos: CourseVideosBody['videos']) => void) =>
  useSingleMutation({
    mutationFn: ({ seen, body, isConflicting }: VideosEdit) =>
      sendEdit(
        seen,
        (expectedVersion) => updateCourseVideos(seen._id, { ...body, expectedVersion }),
        isConflicting,
      ),
    onSuccess: (_, { seen, body: { videos } }) => {
      const queryKey = courseKeys.one(seen._id);
      queryClient.setQueryData<Course>(queryKey, (cached) => cached && { ...cached, videos });
      onSaved(videos);
      // The live update about a newer edit may have arrived before the answer.
      void queryClient.invalidateQueries({ queryKey });
      toast.success('Videos saved.');
    },
  });

const fieldNames = modules.map((module) => `videos.${module - 1}` as const);

/** The form for the five videos of a course. It keeps the user's changes while `course` receives live updates. */
export const VideosForm = ({ course }: { course: Course }) => {
  const theirs = toVideoFields(course.videos);
  /** The version that the user started with, or has accepted in a conflict. */
  const [base, setBase] = useState(theirs);
  const [preview, setPreview] = useState<{ module: number; address: string } | null>(null);
  const banner = useRef<HTMLElement>(null);
  const { register, handleSubmit, formState, watch, getValues, reset, setError } = useForm<
    VideoFields,
    unknown,
    CourseVideosBody
  >({ resolver: zodResolver(videosSchema), defaultValues: { videos: base } });
  const addresses = watch('videos');
  const areEmpty = areAllBlank(addresses);
  // If the answer to the user's own edit was lost, its videos arrive as a live update.
  const isConflicting = (videos: string[]) => !areSameVideos(videos, base) && !wouldSave(addresses, videos);
  const isChangedElsewhere = isConflicting(theirs);
  const hasOwnChanges = !areSameVideos(addresses, base);
  /** Changes the fields for a button that then disappears. */
  const fill = (videos: string[]) => {
    focusPageHeading();
    reset({ videos });
  };
  const resetTo = (videos: string[]) => {
    setBase(videos);
    reset({ videos });
  };
  const {
    mutate: save,
    isPending: isSaving,
    error,
  } = useSaveVideos((videos) => {
    const saved = toVideoFields(videos);
    const hasChangedSince = !wouldSave(getValues('videos'), saved);
    if (hasChangedSince) setBase(saved);
    else resetTo(saved);
  });
  useEffect(() => {
    if (error) setFieldErrors(error, fieldNames, setError);
  }, [error, setError]);
  useEffect(() => {
    if (isChangedElsewhere && !hasOwnChanges) resetTo(theirs);
  });

  const clips = resolveVideos({ course_code: course.course_code });
  const hasConflict = isChangedElsewhere && hasOwnChanges && !isSaving;
  const submit = handleSubmit((body) =>
    save({ seen: course, body, isConflicting: (current) => isConflicting(toVideoFields(current.videos)) }),
  );
  return (
    <form
      noValidate
      data-error-lines
      onSubmit={(event) => {
        event.preventDefault();
        if (hasConflict) banner.current?.focus();
        else void submit();
      }}
    >
      {hasConflict && (
        <div className="mb-6">
          <ConflictBanner
            ref={banner}
            text="Somebody else changed the videos of this course. Your changes are still here."
            onTake={() => {
              focusPageHeading();
              resetTo(theirs);
            }}
            onKeep={() => {
              focusPageHeading();
              setBase(theirs);
            }}
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
