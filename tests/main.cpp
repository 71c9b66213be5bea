// The main function of every test program; the sources beside it only include <boost/test/unit_test.hpp>.
#define BOOST_TEST_MODULE threatperft
#ifdef THREATPERFT_BOOST_TEST_FROM_HEADERS
#include <boost/test/included/unit_test.hpp>
#else
#include <boost/test/unit_test.hpp>
#endif
