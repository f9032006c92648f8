import { useMutation, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type FormEvent, useState } from 'react';
import { type AnnouncementType, announcementTypes } from '#contract/announcements.ts';
import { postAnnouncement } from '../../domains/announcements/acts.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { courseListQuery } from '../../domains/courses/queries.ts';
import { paths } from '../../client/paths.ts';
import { userTypeAtom } from '../../client/session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Input, Select, Textarea } from '../../ui/field.tsx';
import { FormFailure, RequestId } from '../../client/api/form-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { tell } from '../../ui/popup.ts';
import { today } from './today.ts';
import { openTries } from './tries.ts';

type Typed = { type: AnnouncementType; text: string; courseId: string };
const nothingTyped: Typed = { type: 'Course Related', text: '', courseId: '' };
const longest = 5_000;

/** The courses to choose from; without them an announcement is for everybody. */
const CourseChoice = ({ value, onChange }: { value: string; onChange: (courseId: string) => void }) => {
  const { data = [] } = useQuery(courseListQuery());
  return (
    <Select
      label="For"
      hint="Of a course: for those enrolled in it."
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">Everybody</option>
      {data.map(({ _id, course_code, course_name }) => (
        <option key={_id} value={_id}>
          {course_code} · {course_name}
        </option>
      ))}
    </Select>
  );
};

export default function PostAnnouncementPage() {
  const role = useAtomValue(userTypeAtom);
  const [typed, setTyped] = useState(nothingTyped);
  const [missing, setMissing] = useState(false);
  const [tries] = useState(openTries);
  const change = (part: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...part }));
    if (part.text) setMissing(false);
  };
  const post = useMutation({
    mutationFn: () => {
      const { body, key } = tries.next({
        type: typed.type,
        text: typed.text,
        ...(role === null ? {} : { userType: role }),
        ...(typed.courseId === '' ? {} : { courseId: typed.courseId }),
      });
      return postAnnouncement(body, key);
    },
    onSuccess: () => {
      setTyped(nothingTyped);
      tries.end();
      void tell({ tone: 'success', title: 'Success!', text: 'Announcement posted successfully.' });
    },
    onError: (error) => {
      // It was not done, and would not be: as after a night before a sleeping screen, when the date is no longer today's.
      if (error instanceof ApiError && error.code === 'invalid-input') tries.end();
      void tell({ tone: 'error', title: 'Error!', text: 'There was an error posting the announcement.' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (post.isPending) return;
    if (typed.text.trim() === '') return setMissing(true);
    post.mutate();
  };
  return (
    <Page>
      <PageHeading
        title="Post an Announcement"
        subtitle="Those whom it is for see it at once."
        actions={
          <ButtonLink to={paths.showAnnouncement} look="second" size="small">
            Announcements
          </ButtonLink>
        }
      />
      <form noValidate onSubmit={submit} className="mt-10 max-w-2xl space-y-6">
        <div className="grid gap-6 sm:grid-cols-2">
          <Select
            label="Type"
            value={typed.type}
            onChange={(event) => change({ type: event.target.value as AnnouncementType })}
          >
            {announcementTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </Select>
          <Input label="Date" value={today()} readOnly />
        </div>
        <CourseChoice value={typed.courseId} onChange={(courseId) => change({ courseId })} />
        <Textarea
          label="Announcement"
          rows={4}
          required
          maxLength={longest}
          value={typed.text}
          error={missing ? 'Write what you want to announce.' : undefined}
          onChange={(event) => change({ text: event.target.value })}
        />
        <FormFailure text={post.error === null ? null : 'The announcement was not posted.'}>
          <p>{post.error?.message}</p>
          <RequestId error={post.error} />
        </FormFailure>
        <Button type="submit" working={post.isPending}>
          Post Announcement
        </Button>
      </form>
    </Page>
  );
}
