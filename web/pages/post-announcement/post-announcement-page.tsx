import { useAtomValue } from 'jotai';
import { type FormEvent, useState } from 'react';
import {
  type AnnouncementType,
  announcementTypes,
  maxAnnouncementCharacters,
  type NewAnnouncement,
} from '#contract/schemas/announcements.ts';
import { CommandError } from '../../client/api/form-error.tsx';
import { paths } from '../../client/paths.ts';
import { userTypeAtom } from '../../client/session/session.ts';
import { formatLocalDate } from '../../domains/activity/activity-calendar.ts';
import { postAnnouncement } from '../../domains/announcements/announcement-actions.ts';
import { createRetryableBody } from '../../domains/announcements/retryable-body.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Select, Textarea } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { showMessage } from '../../ui/popup.ts';
import { useSingleMutation } from '../../ui/use-single-mutation.ts';
import { CourseSelect } from './course-select.tsx';

type AnnouncementDraft = { type: AnnouncementType; text: string; courseId: string };
const emptyDraft: AnnouncementDraft = { type: 'Course Related', text: '', courseId: '' };

export default function PostAnnouncementPage() {
  const role = useAtomValue(userTypeAtom);
  const [draft, setDraft] = useState(emptyDraft);
  const [isTextMissing, setTextMissing] = useState(false);
  const [request] = useState(createRetryableBody<Omit<NewAnnouncement, 'date'>>);
  const change = (part: Partial<AnnouncementDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    if (part.text) setTextMissing(false);
  };
  const post = useSingleMutation({
    // A retry runs the function of the latest render, so the function must not read the draft itself.
    mutationFn: (content: Omit<NewAnnouncement, 'date'>) => {
      const { body, key } = request.prepare(content);
      return postAnnouncement(body, key);
    },
    onSuccess: () => {
      setDraft(emptyDraft);
      request.reset();
      void showMessage({ tone: 'good', title: 'Success!', text: 'Announcement posted successfully.' });
    },
    onError: (error) => {
      request.resetIfUnusable(error);
      void showMessage({
        tone: 'bad',
        title: 'Error!',
        text: 'There was an error posting the announcement.',
      });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (post.isPending) return;
    if (draft.text.trim() === '') return setTextMissing(true);
    post.mutate({
      type: draft.type,
      text: draft.text,
      ...(role === null ? {} : { userType: role }),
      ...(draft.courseId === '' ? {} : { courseId: draft.courseId }),
    });
  };
  return (
    <Page>
      <PageHeading
        title="Post an Announcement"
        subtitle="Recipients see it immediately."
        actions={
          <ButtonLink to={paths.showAnnouncement} variant="secondary" size="small">
            Announcements
          </ButtonLink>
        }
      />
      <form noValidate data-error-lines onSubmit={submit} className="mt-10 max-w-2xl space-y-6">
        <div className="grid gap-6 sm:grid-cols-2">
          <Select
            label="Type"
            value={draft.type}
            disabled={post.isPending}
            onChange={(event) => change({ type: event.target.value as AnnouncementType })}
          >
            {announcementTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </Select>
          <p className="self-end text-muted sm:pb-2.5">Date: {formatLocalDate(new Date())}</p>
        </div>
        <CourseSelect
          value={draft.courseId}
          isDisabled={post.isPending}
          onChange={(courseId) => change({ courseId })}
        />
        <Textarea
          label="Announcement"
          rows={4}
          required
          maxLength={maxAnnouncementCharacters}
          value={draft.text}
          readOnly={post.isPending}
          error={isTextMissing ? 'Write your announcement.' : undefined}
          onChange={(event) => change({ text: event.target.value })}
        />
        <CommandError text="The announcement was not posted." error={post.error} />
        <Button type="submit" isWorking={post.isPending}>
          Post Announcement
        </Button>
      </form>
    </Page>
  );
}
