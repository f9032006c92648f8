import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { Running } from '../run/create-quiz-runner.ts';
import { OtherQuizNotice } from './other-quiz-notice.tsx';

const attempt = { code: 'CSE', enrolmentId: 'e1' } as Running['attempt'];
const render = (status: 'running' | 'time-up') =>
  renderToStaticMarkup(
    <MemoryRouter>
      <OtherQuizNotice run={{ status, attempt }} />
    </MemoryRouter>,
  );

test('says that another quiz must be finished first, or only its results viewed if its time is up', () => {
  const running = render('running');
  expect(running).toContain('Your quiz for CSE is not finished yet.');
  expect(running).toContain('Resume quiz');
  const ended = render('time-up');
  expect(ended).toContain('The time for your CSE quiz is up.');
  expect(ended).toContain('View results');
  expect(ended).not.toContain('Resume');
  expect(ended).not.toContain('not finished');
});
