import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { keepPageOnDrop } from './pages/batches/use-file-drop';
import { startLanguage } from './texts/language';
import { keepFocus } from './ui/keep-focus';
import './styles/base.css';
import './styles/layout.css';
import './styles/parts.css';
import './styles/charts.css';
import './styles/pages.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root.');

async function start(container: HTMLElement): Promise<void> {
  await startLanguage();
  createRoot(container).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

keepPageOnDrop();
keepFocus();
void start(root);
