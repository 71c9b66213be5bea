#include "tests/threats/updater_checks_of.h"

namespace threatperft {

UpdaterChecks scalar_checks() { return updater_checks_of<ScalarUpdater>("scalar"); }

}  // namespace threatperft
