// One leak of every kind, each named beside it, and what is none. kernel_symbols.py must tell them apart.
namespace threatperft {

struct Shared {
  // leak: threatperft::Shared::member() const
  [[gnu::used]] int member() const { return value + 1; }
  int value = 0;
};

// leak: threatperft::inline_function(int)
[[gnu::used]] inline int inline_function(int x) { return x * 3; }

template <class T>
[[gnu::noinline]] T instance(T x) {
  return x / 3;
}
// leak: int threatperft::instance<int>(int)
template int instance(int);

// leak: threatperft::variable
inline int variable = 4;

// leak: threatperft::global_function(int)
int global_function(int x) { return inline_function(x) + Shared{x}.member() + variable; }

// leak: vtable for threatperft::Table
// leak: typeinfo for threatperft::Table
// leak: typeinfo name for threatperft::Table
struct Table {
  // leak: threatperft::Table::entry() const
  virtual int entry() const { return 1; }
};
// leak: threatperft::global_table
Table global_table;

// leak: code that runs before main
int elsewhere();
static const int started = elsewhere();
// leak: threatperft::reads_started()
int reads_started() { return started; }

inline namespace leaky {

struct Own {
  [[gnu::used]] int member() const { return value; }
  int value = 2;
};
[[gnu::used]] inline int own_function(int x) { return x + Own{x}.member(); }
template <class T>
[[gnu::noinline]] T own_instance(T x) {
  static int calls = 0;
  return x + ++calls;
}
template int own_instance(int);
struct OwnTable {
  virtual int entry() const { return 1; }
};
OwnTable own_table;
int kernels(int x) { return own_function(x) + own_instance(x); }

}  // namespace leaky

// A namespace whose name starts like the own one.
namespace leaky_not {
// leak: threatperft::leaky_not::other()
int other() { return 1; }
}  // namespace leaky_not

// The own namespace as a mere argument.
// leak: threatperft::takes_own(threatperft::leaky::Own)
int takes_own(Own own) { return own.value; }

namespace {
[[gnu::noinline]] int hidden(int x) { return x; }
}  // namespace
// leak: with_c_name
extern "C" int with_c_name(int x) { return hidden(x); }

}  // namespace threatperft
