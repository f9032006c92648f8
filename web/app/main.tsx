import '../ui/base.css';
import './act-kinds.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startNotifying } from '../domains/announcements/notifications.ts';
import { configurationAtom, fetchConfiguration } from '../client/configuration.ts';
import { followCourses } from '../domains/courses/follow-live.ts';
import { startKeeping } from '../client/response-cache/keep.ts';
import { connectionAtom } from '../client/live/connection.ts';
import { startLive } from '../client/live/socket.ts';
import { startOutbox } from '../client/outbox/own-outbox.ts';
import { forgetWhoIsGone } from '../client/session/forget-on-device.ts';
import { followOwnRole } from '../client/session/role-changed.ts';
import { startSession } from '../client/session/start-session.ts';
import { store } from '../client/store.ts';
import { startTheme } from './theme.ts';
import { Application } from './application.tsx';
import { keepClient } from './keep-client.ts';
import { StartFailed } from './start-failed.tsx';

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no element with the id "root".');
const root = createRoot(place);

/** What was has no news, waits for nothing, and is nothing to be kept. */
const followThePresent = () => {
  followOwnRole();
  followCourses();
  startKeeping();
  startOutbox();
  forgetWhoIsGone();
  startLive();
  startNotifying();
  keepClient();
};

const start = async () => {
  try {
    const configuration = await fetchConfiguration();
    store.set(configurationAtom, configuration);
    startSession(configuration);
    if (configuration.past) store.set(connectionAtom, 'past');
    else followThePresent();
    root.render(
      <StrictMode>
        <Application />
      </StrictMode>,
    );
  } catch (error) {
    root.render(<StartFailed error={error} />);
  }
};

startTheme();
void start();
